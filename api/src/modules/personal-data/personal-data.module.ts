import { Module } from '@nestjs/common';
import { JobFileModule } from '../job-files/job-file.module.ts';
import { AccountDeletionController } from './account-deletion.controller.ts';
import { AccountDeletionService } from './account-deletion.service.ts';
import { AccountDeletions } from './account-deletions.ts';
import { DataExportController } from './data-export.controller.ts';
import { DataExportParts } from './data-export.parts.ts';
import { DataExportService } from './data-export.service.ts';
import { DataExports } from './data-exports.ts';
import { OldJobs } from './old-jobs.ts';
import { OwnData } from './own-data.ts';
import { UnfinishedBusiness } from './unfinished-business.ts';

@Module({
  imports: [JobFileModule],
  controllers: [DataExportController, AccountDeletionController],
  providers: [
    DataExportService,
    DataExports,
    DataExportParts,
    OwnData,
    AccountDeletionService,
    AccountDeletions,
    OldJobs,
    UnfinishedBusiness,
  ],
})
export class PersonalDataModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobModule } from '../jobs/job.module.ts';
import { AttachmentContent } from './attachment-content.entity.ts';
import { AttachmentController } from './attachment.controller.ts';
import { JobAttachment } from './attachment.entity.ts';
import { AttachmentService } from './attachment.service.ts';
import { AttachmentContents } from './content/attachment-contents.ts';
import { ContentStores, S3_STORE_PROVIDER } from './content/content-stores.ts';
import { ContentSweep } from './content/content-sweep.ts';
import { DatabaseContentStore } from './content/database-content.store.ts';
import { RowContents } from './content/row-contents.ts';
import { UnclaimedContents } from './content/unclaimed-contents.ts';

@Module({
  imports: [TypeOrmModule.forFeature([JobAttachment, AttachmentContent]), JobModule],
  controllers: [AttachmentController],
  providers: [
    AttachmentService,
    AttachmentContents,
    ContentStores,
    S3_STORE_PROVIDER,
    DatabaseContentStore,
    RowContents,
    UnclaimedContents,
    ContentSweep,
  ],
})
export class AttachmentModule {}

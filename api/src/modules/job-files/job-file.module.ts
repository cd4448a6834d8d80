import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG } from '../../platform/config/config.module.ts';
import type { Config } from '../../platform/config/config.ts';
import { DownloadGuard } from '../../platform/http/download-guard.ts';
import { RateLimiter } from '../../platform/throttling/rate-limiter.ts';
import { JobModule } from '../jobs/job.module.ts';
import { UserModule } from '../users/user.module.ts';
import { AttachmentController } from './attachment.controller.ts';
import { AttachmentService } from './attachment.service.ts';
import { FileContents } from './content/file-contents.ts';
import { BlockHashes } from './content/block-hashes.ts';
import { ContentStores, S3_STORE_PROVIDER } from './content/content-stores.ts';
import { ContentSweep } from './content/content-sweep.ts';
import { DatabaseContentStore } from './content/database-content.store.ts';
import { UnclaimedContents } from './content/unclaimed-contents.ts';
import { DeliverableController } from './deliverable.controller.ts';
import { JobFile } from './job-file.entity.ts';
import { JobFileReader } from './job-file.reader.ts';
import { UploadController } from './upload.controller.ts';
import { UploadService } from './upload.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([JobFile]), JobModule, UserModule],
  controllers: [AttachmentController, DeliverableController, UploadController],
  providers: [
    AttachmentService,
    JobFileReader,
    UploadService,
    FileContents,
    BlockHashes,
    ContentStores,
    S3_STORE_PROVIDER,
    DatabaseContentStore,
    UnclaimedContents,
    ContentSweep,
    {
      provide: DownloadGuard,
      inject: [RateLimiter, CONFIG],
      useFactory: (limiter: RateLimiter, { rateLimitFactor }: Config) =>
        new DownloadGuard(limiter, rateLimitFactor),
    },
  ],
  exports: [FileContents, DownloadGuard, JobFileReader],
})
export class JobFileModule {}

import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JobModule } from '../jobs/job.module.ts';
import { AttachmentContent } from './attachment-content.entity.ts';
import { AttachmentContentStore } from './attachment-content.store.ts';
import { AttachmentController } from './attachment.controller.ts';
import { JobAttachment } from './attachment.entity.ts';
import { AttachmentService } from './attachment.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([JobAttachment, AttachmentContent]), JobModule],
  controllers: [AttachmentController],
  providers: [AttachmentService, AttachmentContentStore],
})
export class AttachmentModule {}

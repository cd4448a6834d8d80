import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentModule } from '../attachments/attachment.module.ts';
import { JobModule } from '../jobs/job.module.ts';
import { UserModule } from '../users/user.module.ts';
import { DeliverableController } from './deliverable.controller.ts';
import { Deliverable } from './deliverable.entity.ts';
import { DeliverableReader } from './deliverable.reader.ts';
import { DeliverableService } from './deliverable.service.ts';
import { DeliverableUploads } from './deliverable.uploads.ts';

@Module({
  imports: [TypeOrmModule.forFeature([Deliverable]), AttachmentModule, JobModule, UserModule],
  controllers: [DeliverableController],
  providers: [DeliverableReader, DeliverableService, DeliverableUploads],
})
export class DeliverableModule {}

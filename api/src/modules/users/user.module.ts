import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountQuotas } from './account-quotas.ts';
import { UserController } from './user.controller.ts';
import { User } from './user.entity.ts';
import { UserService } from './user.service.ts';

@Module({
  imports: [TypeOrmModule.forFeature([User])],
  controllers: [UserController],
  providers: [UserService, AccountQuotas],
  exports: [UserService, AccountQuotas],
})
export class UserModule {}

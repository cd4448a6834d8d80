import { Body, Controller, Get, HttpCode, Module, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  idParameter,
  questionBody,
  questionListView,
  questionParameters,
  questionReportBody,
  questionView,
  type Actor,
  type IdParameter,
  type QuestionBody,
  type QuestionParameters,
  type QuestionReportBody,
  type QuestionView,
} from '@dps/contract';
import { Access, CurrentUser } from '../../platform/auth/access.decorator.ts';
import { JobModule } from '../jobs/job.module.ts';
import { JobQuestion } from './question.entity.ts';
import { QuestionService } from './question.service.ts';

@Controller('jobs/:id/questions')
class QuestionController {
  constructor(private readonly questions: QuestionService) {}

  @Get()
  @ApiOperation({ summary: 'The questions of pilots about a job with their answers, oldest first' })
  @Access('questions.read', { fails: ['not_found'] })
  @ApiOkResponse({ standardSchema: questionListView })
  ofJob(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
  ): Promise<QuestionView[]> {
    return this.questions.ofJob(actor, id);
  }

  @Post()
  @ApiOperation({ summary: 'Ask a question about an open job: one per pilot' })
  @Access('questions.ask', {
    fails: ['not_found', 'job_not_available', 'already_asked', 'too_many_questions'],
  })
  @ApiCreatedResponse({ standardSchema: questionView })
  ask(
    @CurrentUser() actor: Actor,
    @Param({ schema: idParameter }) { id }: IdParameter,
    @Body({ schema: questionBody }) body: QuestionBody,
  ): Promise<QuestionView> {
    return this.questions.ask(actor, id, body);
  }

  @Put(':questionId/answer')
  @ApiOperation({ summary: 'Answer a question about an own open job, or correct the answer' })
  @Access('questions.answer', { fails: ['not_found', 'job_locked'] })
  @ApiOkResponse({ standardSchema: questionView })
  answer(
    @CurrentUser() actor: Actor,
    @Param({ schema: questionParameters }) { id, questionId }: QuestionParameters,
    @Body({ schema: questionBody }) body: QuestionBody,
  ): Promise<QuestionView> {
    return this.questions.answer(actor, id, questionId, body);
  }

  @Post(':questionId/report')
  @HttpCode(204)
  @ApiOperation({ summary: 'Report a question of another user, or its answer, to the operators' })
  @Access('questions.report', { fails: ['not_found'] })
  @ApiNoContentResponse()
  report(
    @CurrentUser() actor: Actor,
    @Param({ schema: questionParameters }) { id, questionId }: QuestionParameters,
    @Body({ schema: questionReportBody }) body: QuestionReportBody,
  ): Promise<void> {
    return this.questions.report(actor, id, questionId, body);
  }
}

@Module({
  imports: [TypeOrmModule.forFeature([JobQuestion]), JobModule],
  controllers: [QuestionController],
  providers: [QuestionService],
})
export class QuestionModule {}

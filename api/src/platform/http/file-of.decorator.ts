import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import type { ReceivedFile } from '../files/received-file.ts';

/** The file that came with a request to a route that declares an upload. */
export const FileOf = createParamDecorator((_data: undefined, context: ExecutionContext): ReceivedFile => {
  const { receivedFile } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!receivedFile) throw new DomainError('unsupported_media_type');
  return receivedFile;
});

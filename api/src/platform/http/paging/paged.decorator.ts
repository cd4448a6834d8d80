import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  applyDecorators,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { nextLink, type Page } from './keyset.ts';
import { ApiOkResponse } from '@nestjs/swagger';
import type { AnySchema } from 'yup';

/** Sends a page as a plain array, with a `Link: rel="next"` header if there is a next page. */
@Injectable()
class PageInterceptor implements NestInterceptor<Page<unknown>, unknown[]> {
  intercept(context: ExecutionContext, next: CallHandler<Page<unknown>>): Observable<unknown[]> {
    const http = context.switchToHttp();
    const { url } = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((page) => {
        if (page.after !== null) void reply.header('link', nextLink(url, page.after));
        return page.items;
      }),
    );
  }
}

const LINK = {
  description: 'The next page, as `<address>; rel="next"`; absent on the last one',
  schema: { type: 'string' },
} as const;

/** Declares that a route returns a page of a list. */
export function Paged(list: AnySchema): MethodDecorator {
  return applyDecorators(
    UseInterceptors(PageInterceptor),
    ApiOkResponse({ standardSchema: list, headers: { Link: LINK } }),
  );
}

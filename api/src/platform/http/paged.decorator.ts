import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { AnySchema } from 'yup';
import { PageInterceptor } from './page.interceptor.ts';

const LINK = {
  description: 'The next page, as `<address>; rel="next"`; absent on the last one',
  schema: { type: 'string' },
} as const;

/** A route that answers a page of a list. */
export function Paged(list: AnySchema): MethodDecorator {
  return applyDecorators(
    UseInterceptors(PageInterceptor),
    ApiOkResponse({ standardSchema: list, headers: { Link: LINK } }),
  );
}

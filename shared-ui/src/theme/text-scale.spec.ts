import { inRem } from './text-scale.ts';

it.each([
  ['min-height:44px;padding:7px 14px;', 'min-height:2.75rem;padding:0.4375rem 0.875rem;'],
  ['margin:-12px;width:calc(100% - 32px);', 'margin:-0.75rem;width:calc(100% - 2rem);'],
  ['@media (max-width:599.95px){top:8.5px;}', '@media (max-width:37.496875rem){top:0.53125rem;}'],
  ['border:1px solid;outline:2px solid;', 'border:1px solid;outline:2px solid;'],
  ['animation:fade-12px 1s;.css-8px0{color:#12px;}', 'animation:fade-12px 1s;.css-8px0{color:#12px;}'],
])('[ACCESSIBILITY-4] scales %s', (px, rem) => {
  expect(inRem(px)).toBe(rem);
});

import { escapeHtml } from '#shared/html.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isProblem, Problem } from '#shared/problem.ts'
import { direction, type Locale } from '#shared/text.ts'
import { problemBody } from '../http/wire.ts'

/** Whether a browser requests a page and would otherwise show JSON. */
export const prefersHtml = (request: FastifyRequest): boolean =>
  (request.routeOptions.config as { page?: boolean }).page === true &&
  (request.headers.accept ?? '').includes('text/html')

/**
 * Sends a refusal as a static page, for failures before a page can be rendered: the database is unavailable, or there
 * are too many requests.
 */
export function sendRefusalPage(
  reply: FastifyReply,
  thrown: unknown,
  { locale, nonce, productName }: { readonly locale: Locale; readonly nonce: string; readonly productName: string },
): FastifyReply {
  const problem = isProblem(thrown) ? thrown : new Problem('server', 'server')
  const { status, message } = problemBody(problem, locale)
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', String(problem.retryAfterSeconds))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}" dir="${direction(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<meta name="robots" content="noindex"><title>${escapeHtml(message)}</title><style nonce="${nonce}">${style}</style></head>` +
        `<body><main><p><a href="/v4">${escapeHtml(productName)}</a></p><h1>${escapeHtml(message)}</h1></main></body></html>`,
    )
}

const style = `:root{color-scheme:light dark}html{background:#f5f7f5;color:#141917;font:18px/1.55 Figtree,"Vazirmatn","Noto Sans Arabic",system-ui,sans-serif}
html:lang(ar){line-height:1.75}body{margin:0;min-block-size:100vh;display:grid;place-items:center;padding:24px;box-sizing:border-box}main{max-inline-size:30rem;text-align:center}
h1{font-size:24px;line-height:1.4;margin:0}p{margin:0 0 16px}a{display:inline-block;padding:10px 8px;color:#2c633d}
@media (prefers-color-scheme:dark){html{background:#0e1311;color:#eef2ef}a{color:#67c082}}`

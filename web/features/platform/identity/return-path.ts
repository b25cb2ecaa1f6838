import { safePath } from '#shared/safe-path.ts'

/** Where to go afterwards: the page's `redirectUrl`, when it leads to a path of ours (security-6). */
export function safeReturnPath(request: Request, origin: string, otherwise: string): string {
  const asked = new URL(request.url).searchParams.get('redirectUrl')
  return asked ? safePath(asked, origin) : otherwise
}

/** The same `redirectUrl` carried on to a sister page. */
export function withReturnPath(path: string, search: string): string {
  const asked = new URLSearchParams(search).get('redirectUrl')
  return asked ? `${path}?redirectUrl=${encodeURIComponent(asked)}` : path
}

import { safePath } from '#shared/safe-path.ts'

/** Where to go afterwards: the page's `redirectUrl`, when it leads to a path of ours (security-6). */
export function safeReturnPath(request: Request, origin: string, otherwise: string): string {
  const redirectUrlParam = new URL(request.url).searchParams.get('redirectUrl')
  return redirectUrlParam ? safePath(redirectUrlParam, origin) : otherwise
}

/** The same `redirectUrl` carried on to a sister page. */
export function withReturnPath(path: string, search: string): string {
  const redirectUrlParam = new URLSearchParams(search).get('redirectUrl')
  return redirectUrlParam ? `${path}?redirectUrl=${encodeURIComponent(redirectUrlParam)}` : path
}

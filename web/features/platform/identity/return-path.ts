import { safePath } from '#shared/safe-path.ts'

/**
 * Returns where to redirect afterwards: `redirectUrl` if it is a path of this site (security-6), otherwise `otherwise`.
 */
export function safeReturnPath(request: Request, origin: string, otherwise: string): string {
  const redirectUrlParam = new URL(request.url).searchParams.get('redirectUrl')
  return redirectUrlParam ? safePath(redirectUrlParam, origin) : otherwise
}

/** Adds this page's `redirectUrl` to another path. */
export function withReturnPath(path: string, search: string): string {
  const redirectUrlParam = new URLSearchParams(search).get('redirectUrl')
  return redirectUrlParam ? `${path}?redirectUrl=${encodeURIComponent(redirectUrlParam)}` : path
}

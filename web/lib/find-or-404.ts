import { redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'

/**
 * Reads data for a public page. If it doesn't exist, calls `redirectIfMoved`, which may throw a redirect, and then throws
 * 404.
 */
export async function findOr404<T>(read: () => Promise<T>, redirectIfMoved?: () => Promise<void>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isProblem(error) && (error.class === 'not-found' || error.class === 'validation')) {
      await redirectIfMoved?.()
      throw new Response(null, { status: 404 })
    }
    throw error
  }
}

/**
 * Throws a redirect (301) from a charity's former subdomain to its current one, with the rest of the URL (content-33).
 * Returns if no charity had it.
 */
export async function redirectIfMoved({ api }: RenderContext, request: Request, slug: string): Promise<void> {
  let subdomain: string
  try {
    subdomain = (await api('GET /v4/former-subdomains/:subdomain', { subdomain: slug })).subdomain
  } catch (error) {
    if (isProblem(error)) return
    throw error
  }
  const { pathname, search } = new URL(request.url)
  const present = pathname
    .split('/')
    .map((part) => (decodeURIComponent(part) === slug ? subdomain : part))
    .join('/')
  throw redirect(present + search, 301)
}

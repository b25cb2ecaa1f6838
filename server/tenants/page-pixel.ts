import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import { moderationServer } from '#modules/trust/moderation/index-server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { tenantPolicy } from './tenant-policy.ts'

/** The visitor's choice about the pixel of a page on a charity's host; null: none yet. */
export type PixelConsent = 'allowed' | 'declined' | null

/** Cookie with the consent for one page; its path is the page's. */
const pixelCookie = 'pixel'

export const pixelConsentOf = (cookies: Readonly<Record<string, string | undefined>>): PixelConsent => {
  const value = cookies[pixelCookie]
  return value === 'allowed' || value === 'declined' ? value : null
}

const choices = { allow: 'allowed', decline: 'declined' } as const
const consentSeconds = 180 * 24 * 3600

/**
 * Returns the response to a link that chooses about the pixel (`?pixel=allow`, `?pixel=decline`): a redirect to the
 * page without the choice, and the cookie that stores it (pages-15). To allow the pixel, the browser must mark the
 * request as made by the page itself, so neither another site nor a prefetch can consent for a visitor. Undefined if
 * the URL has no choice.
 */
export function pixelResponse(
  url: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { isSecure }: { readonly isSecure: boolean },
): { readonly location: string; readonly cookie: string | undefined } | undefined {
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  const choice = query.get('pixel')
  if (path === '/' || (choice !== 'allow' && choice !== 'decline')) return undefined
  query.delete('pixel')
  const isOwn = headers['sec-fetch-site'] === 'same-origin' && headers['sec-purpose'] === undefined
  const isKept = choice === 'decline' || isOwn
  return {
    location: query.size > 0 ? `${path}?${query.toString()}` : path,
    cookie: isKept
      ? [
          `${pixelCookie}=${choices[choice]}`,
          `Path=${path}`,
          `Max-Age=${consentSeconds}`,
          'HttpOnly',
          'SameSite=Lax',
          ...(isSecure ? ['Secure'] : []),
        ].join('; ')
      : undefined,
  }
}

/** Whether a cookie is the consent, the only one that charities' hosts set (pages-12). */
export const isPixelCookie = (setCookie: string): boolean => setCookie.startsWith(`${pixelCookie}=`)

/** Finds the pixel of a page that may ask for consent; a page that has or had zakat never may (pages-15). */
export async function findPixel(
  app: App,
  ids: { readonly subdomain: string; readonly slug: string },
): Promise<string | undefined> {
  const pixel = await hostedPagesServer.pixelOfPage(app, ids)
  if (!pixel || (await moderationServer.hasRequestedZakat(app.db, pixel.campaignId))) return undefined
  return pixel.pixelId
}

/**
 * Returns the pixel of a page on a charity's host. With consent, the page may load that one picture, and no cache may
 * store the page.
 */
export async function pixelOf(app: App, request: FastifyRequest, reply: FastifyReply, slug: string) {
  const { tenant } = request
  const pixelId = tenant && (await findPixel(app, { subdomain: tenant.subdomain, slug }))
  if (!tenant || pixelId === undefined) return undefined
  tenant.hasPixel = true
  if (tenant.pixelConsent !== 'allowed') return { consent: tenant.pixelConsent, picture: null }
  const { pixelOrigin, pixelPicture } = hostedPagesServer
  reply.header('content-security-policy', tenantPolicy(request.cspNonce, app.origin, pixelOrigin))
  return { consent: 'allowed' as const, picture: pixelPicture(pixelId) }
}

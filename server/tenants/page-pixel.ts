import { hostedPagesServer } from '#modules/organizers/hosted-pages/index-server.ts'
import { moderationServer } from '#modules/trust/moderation/index-server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { tenantPolicy } from './tenant-policy.ts'

/** What a visitor of a page on a charity's host chose about its pixel; null: nothing yet. */
export type PixelConsent = 'allowed' | 'declined' | null

/** The consent of one page: the cookie's path is the page's. */
const pixelCookie = 'pixel'

export const pixelConsentOf = (cookies: Readonly<Record<string, string | undefined>>): PixelConsent => {
  const value = cookies[pixelCookie]
  return value === 'allowed' || value === 'declined' ? value : null
}

const choices = { allow: 'allowed', decline: 'declined' } as const
const keptSeconds = 180 * 24 * 3600

/**
 * Returns how a link that chooses about the pixel (`?pixel=allow`, `?pixel=decline`) is answered: the page without the
 * choice, and the cookie that keeps it (pages-15). Allowing needs a request that the browser says the page itself made,
 * so neither another site nor a prefetch consents for a visitor. Undefined: the address chooses nothing.
 */
export function pixelAnswer(
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
          `Max-Age=${keptSeconds}`,
          'HttpOnly',
          'SameSite=Lax',
          ...(isSecure ? ['Secure'] : []),
        ].join('; ')
      : undefined,
  }
}

/** Whether a cookie that an answer sets is the consent, the only one of charities' hosts (pages-12). */
export const isPixelCookie = (setCookie: string): boolean => setCookie.startsWith(`${pixelCookie}=`)

/** The pixel of a page that may ask for consent: never one that asked for zakat or has it (pages-15). */
export async function findPixel(
  app: App,
  ids: { readonly subdomain: string; readonly slug: string },
): Promise<string | undefined> {
  const found = await hostedPagesServer.pixelOfPage(app, ids)
  if (!found || (await moderationServer.hasRequestedZakat(app.db, found.campaignId))) return undefined
  return found.pixelId
}

/** The pixel of a page on a charity's host. Consent lets the page ask for that one picture, and no cache keep it. */
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

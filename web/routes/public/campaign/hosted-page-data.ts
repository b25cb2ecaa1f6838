import { data, redirect } from 'react-router'
import type { RenderContext } from '#server/pages/render-context.ts'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { readVideo } from '#shared/input/video.ts'
import { isProblem } from '#shared/problem.ts'
import type { HostedLook } from '#web/features/organizers/hosted-pages/hosted-page-frame.tsx'
import { hostedLook, loadCampaign, type ShownCampaign } from './campaign-data.ts'
import type { Json } from '#shared/wire/json.ts'

/** Loads a hosted page: its campaign's page with the charity's colours, logo, video and links (pages-10). */
export async function loadHostedPage(
  frame: RenderContext,
  address: { readonly subdomain: string; readonly slug: string },
  { search, searchParams }: URL,
) {
  const page = await publicPage(frame, address)
  if (page === 'archived') throw redirect(`/organizations/${encodeURIComponent(address.subdomain)}`, 302)
  if (page === 'missing') {
    // Links to the charity if it is public; otherwise throws 404.
    const charity = await frame.api('GET /v4/organizations/by-subdomain/:subdomain', { subdomain: address.subdomain })
    const missing = { subdomain: charity.subdomain, name: charity.name, nameAr: charity.nameAr }
    return data({ missing }, { status: 404 })
  }
  const loaded = await loadCampaign(frame, page.legacyCampaignSlug, searchParams)
  const { organization, story } = loaded.campaign
  const path = `/pages/${encodeURIComponent(organization.slug)}/${encodeURIComponent(page.slug)}`
  // A former slug redirects permanently to the current URL (pages-2).
  if (page.slug !== address.slug || organization.slug !== address.subdomain) throw redirect(path + search, 301)
  // Every other URL redirects to the public one (pages-11).
  if (!page.url.startsWith(`${frame.hostOrigin}/`)) throw redirect(page.url + search, 302)
  const video = page.video ? readVideo(page.video) : undefined
  const shown: ShownCampaign = {
    ...loaded,
    takesBasket: loaded.takesBasket && !frame.isTenant,
    campaign: {
      ...loaded.campaign,
      ...(frame.isTenant ? { related: [] } : {}),
      story: video ? [...story, { tag: 'video', ...video }] : story,
    },
    path,
    canonicalUrl: page.url,
    url: page.url,
    hosted: { ...hostedLook(page, organization), pixel: await pixelOf(frame, page.slug, searchParams) },
  }
  return shown
}

/** Returns the page's pixel, with links to allow or decline it that keep the URL's other parameters (pages-15). */
async function pixelOf(frame: RenderContext, slug: string, query: URLSearchParams): Promise<HostedLook['pixel']> {
  const pixel = await frame.pixelOf(slug)
  const href = (choice: string) => `?${new URLSearchParams([...query, ['pixel', choice]]).toString()}`
  return pixel && { ...pixel, allowHref: href('allow'), declineHref: href('decline') }
}

/** Loads the public version, also for members, whose drafts are elsewhere. */
async function publicPage(
  { api }: RenderContext,
  address: { readonly subdomain: string; readonly slug: string },
): Promise<Json<HostedPageView> | 'archived' | 'missing'> {
  try {
    const page = await api('GET /v4/organizations/:subdomain/hosted-pages/:slug', address)
    if (page.status === 'archived') return 'archived'
    return page.status === 'published' || page.status === 'ended' ? page : 'missing'
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found')
      return error.code === 'hosted-page-archived' ? 'archived' : 'missing'
    throw error
  }
}

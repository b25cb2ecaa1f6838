import { getCampaignForDonation } from '#modules/causes/campaigns/index.ts'
import { Problem } from '#shared/problem.ts'
import type { Ports } from '#shared/ports.ts'
import type { HostedPagePorts } from './ports.ts'
import { readHostedPage } from './read-hosted-page.ts'

/**
 * Returns the published pixel of a public page with the page's campaign; undefined if there is none or the page is
 * verified for zakat (pages-15). The caller excludes pages that asked for that.
 */
export async function pixelOfPage(
  ports: HostedPagePorts & Ports,
  ids: { readonly subdomain: string; readonly slug: string },
): Promise<{ readonly pixelId: string; readonly campaignId: bigint } | undefined> {
  try {
    const { page } = await readHostedPage(ports, { kind: 'anonymous' }, { ...ids, asksForDraft: false })
    const pixelId = page.published?.facebookPixelId ?? ''
    const campaign = pixelId === '' ? undefined : await getCampaignForDonation(ports, page.campaignId)
    return campaign && !campaign.zakatVerified ? { pixelId, campaignId: page.campaignId } : undefined
  } catch (error) {
    if (error instanceof Problem && error.class === 'not-found') return undefined
    throw error
  }
}

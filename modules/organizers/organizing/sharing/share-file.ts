import sharp from 'sharp'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { answer, type Answer, type RequestContext } from '#shared/endpoint.ts'
import { formatMoney, parseMajor } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Locale } from '#shared/text.ts'
import { campaignRunBy, runningData } from '#modules/causes/campaigns/index.ts'
import type { OrganizingPorts } from '../ports.ts'
import type { Poster } from './poster.ts'
import { posterPng } from './poster-png.ts'
import { qrSvg } from '#shared/qr.ts'
import { amountPattern, checkoutLink, pageLink, sourcePattern } from '../rules/share-link.ts'

type ShareFileRequest = {
  readonly campaignId: bigint
  readonly file: 'qr.svg' | 'qr.png' | 'poster.pdf' | 'poster.png'
  readonly amount?: string | undefined
  readonly src?: string | undefined
  readonly language?: Locale | undefined
}

/** Pixels of a QR code that prints sharply at ten centimetres. */
const pngPixels = 1200

/**
 * Returns a QR code or poster for a fundraiser's page or, with an amount, for its checkout. Invalid amounts and sources
 * are ignored. A poster is in the viewer's language unless they choose another.
 */
export async function shareFile(
  ports: OrganizingPorts,
  viewer: AccountViewer,
  context: RequestContext,
  request: ShareFileRequest,
): Promise<Answer<{ link: string }>> {
  await campaignRunBy(ports, viewer, request.campaignId, 'look')
  const campaign = await runningData(ports, request.campaignId)
  const amount = request.amount && amountPattern.test(request.amount) ? request.amount : undefined
  const defaultSource = request.file.startsWith('poster.') ? 'poster' : 'qr'
  const source = request.src && sourcePattern.test(request.src) ? request.src : defaultSource
  const link = (amount ? checkoutLink : pageLink)(ports.origin, campaign.slug, { amount, source })
  const name = `${request.file.split('.')[0]}-${campaign.slug.replace(/[^\w-]/g, '')}`
  const send = (type: string, bytes: Uint8Array, extension: string, isShown: boolean) =>
    answer(
      { link },
      {
        file: { type, bytes },
        headers: {
          'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="${name}.${extension}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
        },
      },
    )
  const svg = qrSvg(link, campaign.name)
  if (request.file === 'qr.svg') return send('image/svg+xml', Buffer.from(svg), 'svg', true)
  if (request.file === 'qr.png')
    return send(
      'image/png',
      await sharp(Buffer.from(svg))
        .resize(pngPixels, pngPixels, { kernel: 'nearest' })
        .png({ palette: true })
        .toBuffer(),
      'png',
      false,
    )
  const locale = request.language ?? context.locale
  const t = textsOf('organizers/organizing', locale)
  const money = amount ? parseMajor(amount, campaign.currency) : undefined
  const poster: Poster = {
    locale,
    slug: campaign.slug,
    category: campaign.category,
    title: campaign.name,
    charity: locale === 'ar' && campaign.organizationNameAr ? campaign.organizationNameAr : campaign.organizationName,
    invitation: money ? t('poster-give', { amount: formatMoney(money, locale) }) : t('poster-invitation'),
    scan: t('poster-scan'),
    link,
    shownLink: pageLink(ports.origin, campaign.slug).replace(/^https?:\/\//, ''),
    productName: ports.productName,
    createdAt: ports.clock(),
  }
  return request.file === 'poster.png'
    ? send('image/png', await posterPng(ports, poster), 'png', false)
    : send('application/pdf', await (await import('./poster-pdf.ts')).posterPdf(poster), 'pdf', false)
}

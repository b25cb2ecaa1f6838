import { useState } from 'react'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { asPlainField } from '#modules/organizers/fundraising/rules/story-text.ts'
import { readColour } from '#modules/organizers/hosted-pages/rules/colours.ts'
import { defaultColours, type SocialName, socialNames } from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import type { RichNode } from '#shared/rich-text.ts'
import { useText } from '../../../lib/text.tsx'
import { Preview, type Previewed } from '../fundraising/preview.tsx'
import { PageBand } from './page-band.tsx'
import { pageTheme } from './page-theme.ts'
import type { PostedPage } from './posted-page.ts'

/** Plain paragraphs as they will be drawn; undefined for a text with markup, which the server cleans first. */
function paragraphsOf(html: string): readonly RichNode[] | undefined {
  const parts = [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, inner = '']) => inner)
  if (parts.some((part) => /<(?!br\b)/.test(part))) return undefined
  return parts.map((part) => ({
    tag: 'p' as const,
    children: asPlainField(part)
      .split('\n')
      .flatMap((line, place) => [...(place > 0 ? [{ tag: 'br' as const, children: [] }] : []), line]),
  }))
}

const majorOf = (minor: number | null, currency: Currency): string =>
  minor === null || minor <= 0 ? '' : String(minor / 10 ** exponentOf(currency))

type Props = {
  readonly page: HostedPageView
  readonly typed: PostedPage | undefined
  readonly organizationName: string
}

function previewed({ page, typed, organizationName }: Props): Previewed {
  const { settings } = page
  const code = typed?.goalCurrency ?? page.currency
  const currency = isCurrency(code) ? code : 'USD'
  const typedGoal = typed?.enableGoal ? typed.donationGoal : null
  const goal = typed ? typedGoal : page.goal
  const of = typed ?? { ...page, ...settings, image: page.coverPhoto ?? '' }
  return {
    content: {
      title: of.title,
      tagline: of.tagline,
      category: of.category || 'community',
      location: of.location,
      country: of.country,
      language: of.language,
      goal: majorOf(goal, currency),
      endDate: '',
      story: '',
      coverId: '',
      coverAlt: of.imageAlt,
      gallery: [],
      zakatAsked: false,
      minimumGift: '',
      tipsEnabled: of.tipsEnabled,
    },
    story: (typed && paragraphsOf(typed.description)) ?? page.story,
    coverUrl: of.image === '' ? null : addressOf(of.image),
    slug: page.slug,
    currency,
    raised: 0,
    giftAid: false,
    taxReceiptCountries: [],
    zakatVerified: false,
    organizationName,
    organizerName: organizationName,
    levels: of.givingLevels.map((level, place) => ({
      id: level.id ?? String(place),
      title: level.title,
      description: level.description,
      amount: Math.max(0, level.amount ?? 0),
      limit: null,
      remaining: null,
      soldOut: false,
      ...noRequirements,
    })),
  }
}

/** Levels of pages ask donors for nothing. */
const noRequirements = {
  requireNote: false,
  requireEmail: false,
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
}

/** Links as they're typed lead nowhere: the preview is inert. */
const linksOf = (links: Readonly<Record<SocialName, string>>) =>
  socialNames.flatMap((name) => (links[name].trim() ? [{ name, href: links[name] }] : []))

/** An upload by its id, or the address that the server answered. */
const addressOf = (image: string): string => (image.includes('/') ? image : `/media/${image}.webp?v=1`)

/** The page as donors will see it, of the same parts and in its colours, beside its form. */
export function PagePreview(props: Props) {
  const t = useText()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const { page, typed, organizationName } = props
  const { settings } = page
  const logo = typed?.logo ?? settings.logo ?? ''
  return (
    <section className="preview hosted-page-builder-preview" aria-labelledby="preview" data-width={width}>
      <div className="preview-head row-apart">
        <h2 id="preview">{t('fundraising.preview')}</h2>
        <div className="button-row no-script-hidden" role="group" aria-label={t('fundraising.preview-width')}>
          {(['phone', 'desktop'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="chip preview-choice"
              aria-pressed={width === each}
              onClick={() => setWidth(each)}
            >
              {t(`fundraising.preview-${each}`)}
            </button>
          ))}
        </div>
      </div>
      <p className="quiet small">{t('fundraising.preview-lead')}</p>
      <div className="preview-frame">
        <div
          className="hosted-page"
          style={pageTheme(
            readColour(typed?.primaryColor ?? settings.primaryColor) ?? defaultColours.primary,
            readColour(typed?.secondaryColor ?? settings.secondaryColor) ?? defaultColours.secondary,
          )}
        >
          <PageBand
            name={organizationName}
            href={null}
            logo={logo === '' ? null : `${addressOf(logo)}&w=480`}
            logoAlt={typed?.logoAlt ?? settings.logoAlt}
            links={linksOf(typed?.socialLinks ?? settings.socialLinks)}
          />
          <Preview of={previewed(props)} />
        </div>
      </div>
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import { storyToPlainText } from '#modules/organizers/fundraising/rules/story-text.ts'
import { readColour } from '#modules/organizers/hosted-pages/rules/colours.ts'
import { readVideo } from '#shared/input/video.ts'
import {
  defaultColours,
  frequencyCodes,
  type SocialName,
  socialNames,
} from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { defaultAmount, quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { type Currency, exponentOf, isCurrency, type Money, toMajor } from '#shared/money.ts'
import type { RichNode } from '#shared/rich-text.ts'
import type { OpeningState } from '#web/features/causes/campaigns/donate/donate-button.tsx'
import { DonateForm } from '#web/features/causes/campaigns/donate/donate-form.tsx'
import { useText } from '#web/lib/text.tsx'
import { FundraiserPreview, type PreviewData } from '../fundraising/preview.tsx'
import { PageBand } from './page-band.tsx'
import { pageTheme } from './page-theme.ts'
import type { PostedPage } from './posted-page.ts'
import type { Json } from '#shared/wire/json.ts'

/** Returns the paragraphs of a plain text; undefined for text with markup, which the server must sanitize first. */
function paragraphsOf(html: string): readonly RichNode[] | undefined {
  const parts = [...html.matchAll(/<p>([\s\S]*?)<\/p>/g)].map(([, inner = '']) => inner)
  if (parts.some((part) => /<(?!br\b)/.test(part))) return undefined
  return parts.map((part) => ({
    tag: 'p' as const,
    children: storyToPlainText(part)
      .split('\n')
      .flatMap((line, place) => [...(place > 0 ? [{ tag: 'br' as const, children: [] }] : []), line]),
  }))
}

const majorOf = (minor: number | null, currency: Currency): string =>
  minor === null || minor <= 0 ? '' : String(minor / 10 ** exponentOf(currency))

type Props = {
  readonly page: Json<HostedPageView>
  readonly typed: PostedPage | undefined
  readonly organizationName: string
}

function previewed({ page, typed, organizationName }: Props): PreviewData {
  const { settings } = page
  const code = typed?.goalCurrency ?? page.currency
  const currency = isCurrency(code) ? code : 'USD'
  const typedGoal = typed?.enableGoal ? typed.donationGoal : null
  const goal = typed ? typedGoal : page.goal
  const input = typed ?? { ...page, ...settings, image: page.coverPhoto ?? '' }
  return {
    content: {
      title: input.title,
      tagline: input.tagline,
      category: input.category || 'community',
      location: input.location,
      country: input.country,
      language: input.language,
      goal: majorOf(goal, currency),
      endDate: '',
      story: '',
      coverId: '',
      coverAlt: input.imageAlt,
      gallery: [],
      isZakatRequested: false,
      minimumDonation: '',
      tipsEnabled: input.tipsEnabled,
      impacts: input.impacts.map(({ amount, text }) => ({ amount: majorOf(amount, currency), text })),
    },
    story: [
      ...((typed && paragraphsOf(typed.description)) ?? page.story),
      ...videoOf(typed?.video ?? page.video ?? ''),
    ],
    coverUrl: input.image === '' ? null : addressOf(input.image),
    slug: page.slug,
    currency,
    raised: 0,
    giftAid: false,
    taxReceiptCountries: [],
    zakatVerified: false,
    organizationName,
    organizerName: organizationName,
    levels: input.givingLevels.map((level, place) => ({
      id: level.id ?? String(place),
      title: level.title,
      description: level.description,
      amount: Math.max(0, level.amount ?? 0),
      limit: null,
      remaining: null,
      soldOut: false,
      frequency: frequencyCodes[level.frequency],
      ...noRequirements,
    })),
  }
}

/** Returns the video below the story, once its URL is valid. */
const videoOf = (address: string): RichNode[] => {
  const video = readVideo(address)
  return video ? [{ tag: 'video', ...video }] : []
}

/** Levels of hosted pages require nothing from donors. */
const noRequirements = {
  requireNote: false,
  requireEmail: false,
  requireShipping: false,
  requireEmergencyContact: false,
  requireMedical: false,
}

/** Typed links are harmless, because the preview is inert. */
const linksOf = (links: Readonly<Record<SocialName, string>>) =>
  socialNames.flatMap((name) => (links[name].trim() ? [{ name, href: links[name] }] : []))

/** Returns the URL of an uploaded picture by its id, or the URL that the server returned. */
const addressOf = (image: string): string => (image.includes('/') ? image : `/media/${image}.webp?v=1`)

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}) {
  return (
    <button type="button" className="chip preview-choice" aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </button>
  )
}

const isOpen: OpeningState = { closed: null, check: () => Promise.resolve(false) }
/** The page's donation form with the enabled options. */
function DonatePreview({ page, typed }: Props) {
  const code = typed?.goalCurrency ?? page.currency
  const currency = isCurrency(code) ? code : 'USD'
  const frequencies = typed?.frequencies ?? page.settings.frequencies
  const wholeOf = (amount: Money) => toMajor(amount).replace(/\.0+$/, '')
  return (
    <DonateForm
      key={currency}
      link={{ slug: page.legacyCampaignSlug, origin: '', source: null }}
      currency={currency}
      quick={quickAmounts(currency).map(wholeOf)}
      first={wholeOf(defaultAmount(currency))}
      frequencies={[
        ...(['daily', 'weekly', 'monthly'] as const)
          .filter((name) => frequencies[name])
          .map((name) => frequencyCodes[name]),
        ...(frequencies.monthly ? (['year'] as const) : []),
      ]}
      takesOnce={frequencies.oneTime}
      opening={isOpen}
    />
  )
}

/** The page as donors will see it, with the same components and colours, next to its form. */
export function PagePreview(props: Props) {
  const t = useText()
  const [width, setWidth] = useState<'phone' | 'desktop'>('phone')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const { page, typed, organizationName } = props
  const { settings } = page
  const logo = typed?.logo ?? settings.logo ?? ''
  return (
    <section
      className="preview hosted-page-builder-preview"
      aria-labelledby="preview"
      data-width={width}
      data-is-scaled
    >
      <div className="preview-head row-apart">
        <h2 id="preview">{t('fundraising.preview')}</h2>
        <div className="button-row no-script-hidden">
          <div className="button-row" role="group" aria-label={t('fundraising.preview-width')}>
            {(['phone', 'desktop'] as const).map((option) => (
              <Choice key={option} isChosen={width === option} onChoose={() => setWidth(option)}>
                {t(`fundraising.preview-${option}`)}
              </Choice>
            ))}
          </div>
          <div className="button-row" role="group" aria-label={t('pages.preview-theme')}>
            {(['light', 'dark'] as const).map((option) => (
              <Choice key={option} isChosen={theme === option} onChoose={() => setTheme(option)}>
                {t(`pages.preview-${option}`)}
              </Choice>
            ))}
          </div>
        </div>
      </div>
      <p className="quiet small">{t('fundraising.preview-lead')}</p>
      <div className="preview-frame" data-theme={theme}>
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
          <FundraiserPreview draft={previewed(props)} donate={<DonatePreview {...props} />} />
        </div>
      </div>
    </section>
  )
}

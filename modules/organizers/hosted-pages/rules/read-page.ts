import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { storyLanguages } from '#modules/organizers/fundraising/rules/draft.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { tidyName } from '#modules/platform/identity/rules/name.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isCurrency } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { readColour } from './colours.ts'
import {
  defaultContent,
  type FrequencyName,
  type PageContent,
  pageLimits,
  type PaymentMethodName,
  type SocialName,
} from './page-content.ts'
import { checkLastDay, readDay } from './page-end.ts'
import { checkLevelAmount, isWholeMajor, type LevelInput, readLevels } from './page-levels.ts'
import { readPixelId, readSocialLink, readUpload, socialLinkFault } from './page-links.ts'
import { slugOfCustomUrl } from './page-slug.ts'
import { readVideo } from './page-video.ts'

type Sent<T> = T | null | undefined

/** What a create or change sends (S2 §3): undefined leaves a field, null clears it. */
export type PageInput = {
  readonly title?: Sent<string>
  readonly tagline?: Sent<string>
  readonly description?: Sent<string>
  readonly category?: Sent<string>
  readonly location?: Sent<string>
  readonly country?: Sent<string>
  readonly language?: Sent<string>
  readonly goalCurrency?: Sent<string>
  readonly donationGoal?: Sent<number>
  readonly enableGoal?: Sent<boolean>
  readonly endDate?: Sent<string>
  readonly enableEndDate?: Sent<boolean>
  readonly image?: Sent<string>
  readonly imageAlt?: Sent<string>
  readonly logo?: Sent<string>
  readonly logoAlt?: Sent<string>
  readonly video?: Sent<string>
  readonly primaryColor?: Sent<string>
  readonly secondaryColor?: Sent<string>
  readonly frequencies?: Sent<Readonly<Partial<Record<FrequencyName, Sent<boolean>>>>>
  readonly paymentMethods?: Sent<Readonly<Partial<Record<PaymentMethodName, Sent<boolean>>>>>
  readonly tipsEnabled?: Sent<boolean>
  readonly campaignType?: Sent<string>
  readonly accountId?: Sent<string>
  readonly customUrl?: Sent<string>
  readonly facebookPixelId?: Sent<string>
  readonly socialLinks?: Sent<Readonly<Partial<Record<SocialName, Sent<string>>>>>
  readonly givingLevels?: Sent<readonly LevelInput[]>
  readonly listed?: Sent<boolean>
}

/** What reading needs to know beside the fields. */
export type PageFacts = {
  readonly organizationId: string
  readonly defaults: Parameters<typeof defaultContent>[0]
  readonly timeZone: string
  readonly now: Date
  readonly origin: string
  /** Cleans the description's HTML. */
  readonly cleanHtml: (html: string) => string
  readonly newId: () => string
  /** Levels of this page, of its draft or an earlier version. */
  readonly knownLevels: ReadonlySet<string>
  /** Whether the currency can't change any more: the page was published. */
  readonly isCurrencyFixed: boolean
}

type Faults = Record<string, Fault>

/**
 * Writes what was sent into a page's content. A field with a fault is in `faults` with its sentence's code, and
 * nothing may be saved (pages-1).
 */
export function readPage(
  before: PageContent,
  sent: PageInput,
  facts: PageFacts,
): { readonly content: PageContent; readonly faults: Readonly<Faults> } {
  const faults: Faults = {}
  const defaults = defaultContent(facts.defaults)
  const content: PageContent = {
    ...before,
    ...readTexts(sent, facts, defaults, faults),
    ...readMoney(before, sent, facts, faults),
    ...readLook(sent, facts, defaults, faults),
    ...readGiving(before, sent, defaults, faults),
  }
  if (!given(sent.campaignType, 'organization', 'organization')) faults.campaignType = { code: 'invalid-value' }
  if (!given(sent.accountId, facts.organizationId, facts.organizationId)) faults.accountId = { code: 'invalid-value' }
  const levels =
    sent.givingLevels === undefined
      ? { levels: content.givingLevels, faults: checkAmounts(before, content) }
      : readLevels(sent.givingLevels ?? [], {
          currency: content.currency,
          knownIds: facts.knownLevels,
          newId: facts.newId,
        })
  Object.assign(faults, levels.faults)
  const unoffered = levels.levels.findIndex(({ frequency }) => !content.frequencies[frequency])
  // Only where the levels or the frequencies were sent: turning one off is refused at once.
  if (unoffered !== -1 && (sent.givingLevels !== undefined || sent.frequencies !== undefined))
    faults[`givingLevels.${unoffered}.frequency`] = { code: 'level-frequency-off' }
  return { content: { ...content, givingLevels: levels.levels }, faults }
}

const given = (value: Sent<string>, cleared: string, allowed: string): boolean => (value ?? cleared) === allowed

function readTexts(sent: PageInput, facts: PageFacts, defaults: PageContent, faults: Faults): Partial<PageContent> {
  const texts: Partial<Record<string, string>> = {}
  for (const field of ['title', 'tagline', 'location', 'imageAlt', 'logoAlt'] as const) {
    if (sent[field] === undefined) continue
    texts[field] = tidyName(sent[field] ?? '')
    if ([...texts[field]].length > pageLimits[field])
      faults[field] = { code: 'text-too-long', params: { max: pageLimits[field] } }
  }
  if (sent.title !== undefined && texts.title === '') faults.title = { code: 'campaign-title-missing' }
  if (sent.description !== undefined) {
    texts.description = facts.cleanHtml(sent.description ?? '')
    if (texts.description.length > pageLimits.description)
      faults.description = { code: 'text-too-long', params: { max: pageLimits.description } }
  }
  const choose = (field: 'category' | 'country' | 'language', allowed: readonly string[], code: string) => {
    if (sent[field] === undefined) return
    texts[field] = sent[field] || defaults[field]
    if (texts[field] !== '' && !allowed.includes(texts[field])) faults[field] = { code }
  }
  choose('category', categories, 'category-missing')
  choose('country', countryCodes, 'country-missing')
  choose('language', storyLanguages, 'language-missing')
  if (sent.customUrl !== undefined) {
    const slug = sent.customUrl?.trim() ? slugOfCustomUrl(sent.customUrl) : ''
    if (slug === undefined) faults.customUrl = { code: 'custom-url-invalid' }
    else texts.customUrl = slug
  }
  return texts
}

function readMoney(before: PageContent, sent: PageInput, facts: PageFacts, faults: Faults): Partial<PageContent> {
  const currency = sent.goalCurrency === undefined ? before.currency : sent.goalCurrency || 'USD'
  if (!isCurrency(currency)) {
    faults.goalCurrency = { code: 'currency-unknown' }
    return {}
  }
  if (currency !== before.currency && facts.isCurrencyFixed) faults.goalCurrency = { code: 'currency-fixed' }
  const goal = sent.donationGoal === undefined ? before.donationGoal : sent.donationGoal
  if (goal !== null && !isWholeMajor(goal, currency)) faults.donationGoal = { code: 'goal-not-whole' }
  const endDate = sent.endDate === undefined ? before.endDate : readEnd(before, sent.endDate, facts, faults)
  return {
    currency,
    donationGoal: goal,
    // A toggle that isn't sent is on exactly if its value is there.
    enableGoal: sent.enableGoal ?? (sent.donationGoal === undefined ? before.enableGoal : goal !== null),
    endDate,
    enableEndDate: sent.enableEndDate ?? (sent.endDate === undefined ? before.enableEndDate : endDate !== ''),
  }
}

function readEnd(before: PageContent, typed: string | null, facts: PageFacts, faults: Faults): string {
  if (!typed?.trim()) return ''
  const day = readDay(typed, facts.timeZone)
  if (day === undefined) faults.endDate = { code: 'date-invalid' }
  // A last day that was saved before may have passed since.
  const fault =
    day === undefined || day === before.endDate ? undefined : checkLastDay(day, localDateIn(facts.timeZone, facts.now))
  if (fault) faults.endDate = fault
  return day ?? ''
}

function readLook(sent: PageInput, facts: PageFacts, defaults: PageContent, faults: Faults): Partial<PageContent> {
  const look: { -readonly [Field in keyof PageContent]?: PageContent[Field] } = {}
  for (const field of ['primaryColor', 'secondaryColor'] as const) {
    if (sent[field] === undefined) continue
    const colour = readColour(sent[field] || defaults[field])
    if (colour === undefined) faults[field] = { code: 'colour-invalid' }
    else look[field] = colour
  }
  for (const field of ['image', 'logo'] as const) {
    if (sent[field] === undefined) continue
    const id = readUpload(sent[field] ?? '', facts.origin)
    if (id === undefined) faults[field] = { code: 'picture-not-found' }
    else look[field] = id
  }
  if (sent.video !== undefined) {
    const video = sent.video?.trim() ? readVideo(sent.video) : null
    if (video === undefined) faults.video = { code: 'video-not-known' }
    else look.video = video
  }
  if (sent.facebookPixelId !== undefined) {
    const pixel = readPixelId(sent.facebookPixelId ?? '')
    if (pixel === undefined) faults.facebookPixelId = { code: 'pixel-invalid' }
    else look.facebookPixelId = pixel
  }
  return look
}

function readGiving(before: PageContent, sent: PageInput, defaults: PageContent, faults: Faults): Partial<PageContent> {
  const toggles = <Name extends string>(
    was: Readonly<Record<Name, boolean>>,
    usual: Readonly<Record<Name, boolean>>,
    changes: Sent<Readonly<Partial<Record<Name, Sent<boolean>>>>>,
  ): Readonly<Record<Name, boolean>> => {
    if (changes === undefined) return was
    if (changes === null) return usual
    const on: Record<Name, boolean> = { ...was }
    for (const name of Object.keys(was) as Name[])
      if (changes[name] !== undefined) on[name] = changes[name] ?? usual[name]
    return on
  }
  const links: Record<SocialName, string> = { ...(sent.socialLinks === null ? defaults : before).socialLinks }
  for (const [name, typed] of Object.entries(sent.socialLinks ?? {}) as [SocialName, Sent<string>][]) {
    if (typed === undefined) continue
    const link = readSocialLink(name, typed ?? '')
    if (link === undefined) faults[`socialLinks.${name}`] = socialLinkFault(name)
    else links[name] = link
  }
  return {
    frequencies: toggles(before.frequencies, defaults.frequencies, sent.frequencies),
    paymentMethods: toggles(before.paymentMethods, defaults.paymentMethods, sent.paymentMethods),
    tipsEnabled: sent.tipsEnabled === undefined ? before.tipsEnabled : (sent.tipsEnabled ?? true),
    listed: sent.listed === undefined ? before.listed : (sent.listed ?? true),
    socialLinks: links,
  }
}

/** Amounts of levels that stay, when the currency changes. */
function checkAmounts(before: PageContent, after: PageContent): Faults {
  if (before.currency === after.currency) return {}
  return Object.fromEntries(
    after.givingLevels.flatMap(({ amount }, place) => {
      const fault = checkLevelAmount(amount, after.currency)
      return fault ? [[`givingLevels.${place}.amount`, fault]] : []
    }),
  )
}

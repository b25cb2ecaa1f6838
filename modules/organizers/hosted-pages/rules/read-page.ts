import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { storyLanguages } from '#modules/organizers/fundraising/rules/draft.ts'
import { allCountryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'
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
import { type ImpactInput, readImpacts } from './page-impacts.ts'
import { checkLevelAmount, isWholeMajorAmount, type LevelInput, readLevels } from './page-levels.ts'
import { readPixelId, readSocialLink, readUploadedPath, socialLinkFault } from './page-links.ts'
import { slugOfCustomUrl } from './page-slug.ts'
import { readVideo } from '#shared/input/video.ts'

type Sent<T> = T | null | undefined

/** Fields of a create or change request (S2 §3): undefined keeps a field, null clears it. */
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
  readonly impacts?: Sent<readonly ImpactInput[]>
  readonly listed?: Sent<boolean>
}

/** Data that validation needs besides the fields. */
export type PageData = {
  readonly organizationId: string
  readonly defaults: Parameters<typeof defaultContent>[0]
  readonly timeZone: string
  readonly now: Date
  readonly origin: string
  /** Sanitizes the description's HTML. */
  readonly cleanHtml: (html: string) => string
  readonly newId: () => string
  /** Ids of levels in the page's draft or an earlier version. */
  readonly knownLevels: ReadonlySet<string>
  /** Whether the currency is fixed because the page was published. */
  readonly isCurrencyFixed: boolean
  /** Hosts that the charity has proved. */
  readonly provedHosts: readonly string[]
}

type Faults = Record<string, Fault>

/**
 * Applies sent fields to a page's content. A field with a fault is in `faults`; then nothing may be saved (pages-1).
 */
export function readPage(
  before: PageContent,
  pageInput: PageInput,
  pageData: PageData,
): { readonly content: PageContent; readonly faults: Readonly<Faults> } {
  const faults: Faults = {}
  const defaults = defaultContent(pageData.defaults)
  const content: PageContent = {
    ...before,
    ...readTexts(pageInput, pageData, defaults, faults),
    ...readMoney(before, pageInput, pageData, faults),
    ...readAppearance(pageInput, pageData, defaults, faults),
    ...readGiving(before, pageInput, defaults, faults),
  }
  if (!given(pageInput.campaignType, 'organization', 'organization')) faults.campaignType = { code: 'invalid-value' }
  if (!given(pageInput.accountId, pageData.organizationId, pageData.organizationId))
    faults.accountId = { code: 'invalid-value' }
  const levels =
    pageInput.givingLevels === undefined
      ? { levels: content.givingLevels, faults: checkAmounts(before, content) }
      : readLevels(pageInput.givingLevels ?? [], {
          currency: content.currency,
          knownIds: pageData.knownLevels,
          newId: pageData.newId,
        })
  Object.assign(faults, levels.faults)
  const unoffered = levels.levels.findIndex(({ frequency }) => !content.frequencies[frequency])
  // Checked only if levels or frequencies were sent; turning off a frequency that a level has is refused at once.
  if (unoffered !== -1 && (pageInput.givingLevels !== undefined || pageInput.frequencies !== undefined))
    faults[`givingLevels.${unoffered}.frequency`] = { code: 'level-frequency-off' }
  const { impacts } = content
  if (pageInput.impacts === undefined && content.currency === before.currency)
    return { content: { ...content, givingLevels: levels.levels }, faults }
  const read = readImpacts(pageInput.impacts === undefined ? impacts : (pageInput.impacts ?? []), content.currency)
  Object.assign(faults, read.faults)
  return { content: { ...content, givingLevels: levels.levels, impacts: read.impacts }, faults }
}

const given = (value: Sent<string>, cleared: string, allowed: string): boolean => (value ?? cleared) === allowed

function readTexts(
  pageInput: PageInput,
  pageData: PageData,
  defaults: PageContent,
  faults: Faults,
): Partial<PageContent> {
  const texts: Partial<Record<string, string>> = {}
  for (const field of ['title', 'tagline', 'location', 'imageAlt', 'logoAlt'] as const) {
    if (pageInput[field] === undefined) continue
    texts[field] = normalizeName(pageInput[field] ?? '')
    if ([...texts[field]].length > pageLimits[field])
      faults[field] = { code: 'text-too-long', params: { max: pageLimits[field] } }
  }
  if (pageInput.title !== undefined && texts.title === '') faults.title = { code: 'campaign-title-missing' }
  if (pageInput.description !== undefined) {
    texts.description = pageData.cleanHtml(pageInput.description ?? '')
    if (texts.description.length > pageLimits.description)
      faults.description = { code: 'text-too-long', params: { max: pageLimits.description } }
  }
  const readChoice = (field: 'category' | 'country' | 'language', allowed: readonly string[], code: string) => {
    if (pageInput[field] === undefined) return
    texts[field] = pageInput[field] || defaults[field]
    if (texts[field] !== '' && !allowed.includes(texts[field])) faults[field] = { code }
  }
  readChoice('category', categories, 'category-missing')
  readChoice('country', allCountryCodes, 'country-missing')
  readChoice('language', storyLanguages, 'language-missing')
  if (pageInput.customUrl !== undefined) {
    const slug = pageInput.customUrl?.trim() ? slugOfCustomUrl(pageInput.customUrl, pageData.provedHosts) : ''
    if (slug === undefined)
      faults.customUrl = { code: pageInput.customUrl?.includes('/') ? 'custom-url-host' : 'custom-url-invalid' }
    else texts.customUrl = slug
  }
  return texts
}

function readMoney(
  before: PageContent,
  pageInput: PageInput,
  pageData: PageData,
  faults: Faults,
): Partial<PageContent> {
  const currency = pageInput.goalCurrency === undefined ? before.currency : pageInput.goalCurrency || 'USD'
  if (!isCurrency(currency)) {
    faults.goalCurrency = { code: 'currency-unknown' }
    return {}
  }
  if (currency !== before.currency && pageData.isCurrencyFixed) faults.goalCurrency = { code: 'currency-fixed' }
  const goal = pageInput.donationGoal === undefined ? before.donationGoal : pageInput.donationGoal
  if (goal !== null && !isWholeMajorAmount(goal, currency)) faults.donationGoal = { code: 'goal-not-whole' }
  const endDate =
    pageInput.endDate === undefined ? before.endDate : readEnd(before, pageInput.endDate, pageData, faults)
  return {
    currency,
    donationGoal: goal,
    // A missing toggle is on if its value is set.
    enableGoal: pageInput.enableGoal ?? (pageInput.donationGoal === undefined ? before.enableGoal : goal !== null),
    endDate,
    enableEndDate: pageInput.enableEndDate ?? (pageInput.endDate === undefined ? before.enableEndDate : endDate !== ''),
  }
}

function readEnd(before: PageContent, typed: string | null, pageData: PageData, faults: Faults): string {
  if (!typed?.trim()) return ''
  const day = readDay(typed, pageData.timeZone)
  if (day === undefined) faults.endDate = { code: 'date-invalid' }
  // A last day that was saved earlier may have passed since.
  const fault =
    day === undefined || day === before.endDate
      ? undefined
      : checkLastDay(day, localDateIn(pageData.timeZone, pageData.now))
  if (fault) faults.endDate = fault
  return day ?? ''
}

function readAppearance(
  pageInput: PageInput,
  pageData: PageData,
  defaults: PageContent,
  faults: Faults,
): Partial<PageContent> {
  const appearance: { -readonly [Field in keyof PageContent]?: PageContent[Field] } = {}
  for (const field of ['primaryColor', 'secondaryColor'] as const) {
    if (pageInput[field] === undefined) continue
    const colour = readColour(pageInput[field] || defaults[field])
    if (colour === undefined) faults[field] = { code: 'colour-invalid' }
    else appearance[field] = colour
  }
  for (const field of ['image', 'logo'] as const) {
    if (pageInput[field] === undefined) continue
    const id = readUploadedPath(pageInput[field] ?? '', pageData.origin)
    if (id === undefined) faults[field] = { code: 'picture-not-found' }
    else appearance[field] = id
  }
  if (pageInput.video !== undefined) {
    const video = pageInput.video?.trim() ? readVideo(pageInput.video) : null
    if (video === undefined) faults.video = { code: 'video-not-known' }
    else appearance.video = video
  }
  if (pageInput.facebookPixelId !== undefined) {
    const pixel = readPixelId(pageInput.facebookPixelId ?? '')
    if (pixel === undefined) faults.facebookPixelId = { code: 'pixel-invalid' }
    else appearance.facebookPixelId = pixel
  }
  return appearance
}

function readGiving(
  before: PageContent,
  pageInput: PageInput,
  defaults: PageContent,
  faults: Faults,
): Partial<PageContent> {
  const toggles = <Name extends string>(
    current: Readonly<Record<Name, boolean>>,
    usual: Readonly<Record<Name, boolean>>,
    changes: Sent<Readonly<Partial<Record<Name, Sent<boolean>>>>>,
  ): Readonly<Record<Name, boolean>> => {
    if (changes === undefined) return current
    if (changes === null) return usual
    const on: Record<Name, boolean> = { ...current }
    for (const name of Object.keys(current) as Name[])
      if (changes[name] !== undefined) on[name] = changes[name] ?? usual[name]
    return on
  }
  const links: Record<SocialName, string> = { ...(pageInput.socialLinks === null ? defaults : before).socialLinks }
  for (const [name, typed] of Object.entries(pageInput.socialLinks ?? {}) as [SocialName, Sent<string>][]) {
    if (typed === undefined) continue
    const link = readSocialLink(name, typed ?? '')
    if (link === undefined) faults[`socialLinks.${name}`] = socialLinkFault(name)
    else links[name] = link
  }
  return {
    frequencies: toggles(before.frequencies, defaults.frequencies, pageInput.frequencies),
    paymentMethods: toggles(before.paymentMethods, defaults.paymentMethods, pageInput.paymentMethods),
    tipsEnabled: pageInput.tipsEnabled === undefined ? before.tipsEnabled : (pageInput.tipsEnabled ?? true),
    listed: pageInput.listed === undefined ? before.listed : (pageInput.listed ?? true),
    socialLinks: links,
  }
}

/** Validates the amounts of existing levels when the currency changes. */
function checkAmounts(before: PageContent, after: PageContent): Faults {
  if (before.currency === after.currency) return {}
  return Object.fromEntries(
    after.givingLevels.flatMap(({ amount }, place) => {
      const fault = checkLevelAmount(amount, after.currency)
      return fault ? [[`givingLevels.${place}.amount`, fault]] : []
    }),
  )
}

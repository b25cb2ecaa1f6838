import { displayNames } from '#shared/formats.ts'
import { draftLimits, storyLanguages, storyMin } from '#modules/organizers/fundraising/rules/draft.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { formatDay, formatHijri, isInHijriTable, isLocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Checkbox, Select, TextInput } from '#web/ui/field.tsx'
import { countryNames } from '#web/features/causes/campaigns/country-names.ts'
import { ImpactFields } from './impact-fields.tsx'
import { StoryField } from './story-field.tsx'
import type { Content } from './use-autosave.ts'

export type StepProps = {
  readonly content: Content
  readonly change: (changed: Partial<Content>) => void
  /** Errors by field, as messages. */
  readonly wrong: Readonly<Record<string, string>>
  readonly currency: Currency
}

/** Returns an empty text for a zero amount. */
const orNone = (text: string): string => (text === '0' ? '' : text)

export function Basics({
  content,
  change,
  wrong,
  currency,
  timeZone,
  countries,
}: StepProps & {
  readonly timeZone: string
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}) {
  const t = useText()
  const locale = useLocale()
  const languages = displayNames(locale, { type: 'language' })
  const { endDate } = content
  const isShown = isLocalDate(endDate) && isInHijriTable(endDate)
  return (
    <>
      <TextInput
        id="title"
        label={t('fundraising.title')}
        hint={t('fundraising.title-hint')}
        error={wrong.title}
        maxLength={draftLimits.title}
        value={content.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextInput
        id="tagline"
        label={t('fundraising.tagline')}
        hint={t('fundraising.tagline-hint')}
        error={wrong.tagline}
        maxLength={draftLimits.tagline}
        value={content.tagline}
        onChange={(event) => change({ tagline: event.target.value })}
      />
      <div className="columns">
        <Select
          id="category"
          label={t('fundraising.category')}
          error={wrong.category}
          value={content.category}
          onChange={(event) => change({ category: event.target.value })}
        >
          {categories.map((category) => (
            <option key={category} value={category}>
              {t(`cause.${category}`)}
            </option>
          ))}
        </Select>
        <Select
          id="language"
          label={t('fundraising.language')}
          error={wrong.language}
          value={content.language}
          onChange={(event) => change({ language: event.target.value })}
        >
          {storyLanguages.map((storyLanguage) => (
            <option key={storyLanguage} value={storyLanguage}>
              {languages.of(storyLanguage)}
            </option>
          ))}
        </Select>
      </div>
      <div className="columns">
        <Select
          id="country"
          label={t('fundraising.country')}
          error={wrong.country}
          value={content.country}
          onChange={(event) => change({ country: event.target.value })}
        >
          <option value="">{t('fundraising.choose-country')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          id="location"
          label={t('fundraising.location')}
          hint={t('fundraising.location-hint')}
          mark={t('shell.optional')}
          error={wrong.location}
          maxLength={draftLimits.location}
          value={content.location}
          onChange={(event) => change({ location: event.target.value })}
        />
      </div>
      <div className="columns">
        <AmountInput
          id="goal"
          label={t('fundraising.goal')}
          hint={t('fundraising.goal-hint', { currency })}
          error={wrong.goal}
          value={content.goal}
          code={currency}
          onType={(text) => change({ goal: orNone(text) })}
          droppedNotice={t('shell.fraction-dropped')}
        />
        <div>
          <TextInput
            id="endDate"
            label={t('fundraising.end-date')}
            hint={t('fundraising.end-date-hint', {
              zone: timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' '),
            })}
            mark={t('shell.optional')}
            error={wrong.endDate}
            type="date"
            dir="ltr"
            value={endDate}
            onChange={(event) => change({ endDate: event.target.value })}
          />
          {isShown ? (
            <p className="small strong organize-end-date" role="status">
              {t('fundraising.end-date-both', {
                day: `\u2068${formatDay(endDate, locale)}\u2069`,
                hijri: `\u2068${formatHijri(endDate, locale)}\u2069`,
              })}
            </p>
          ) : null}
        </div>
      </div>
    </>
  )
}

export function Story({
  content,
  change,
  wrong,
  campaignId,
  version,
}: Omit<StepProps, 'currency'> & { readonly campaignId: string; readonly version: string }) {
  const t = useText()
  return (
    <StoryField
      key={version}
      label={t('fundraising.story')}
      hint={t('fundraising.story-hint', { min: storyMin })}
      error={wrong.story}
      html={content.story}
      language={content.language}
      campaignId={campaignId}
      onWrite={(story) => change({ story })}
    />
  )
}

export function Giving({
  content,
  change,
  wrong,
  currency,
  of,
}: StepProps & {
  readonly of: {
    readonly giftAid: boolean
    readonly taxReceiptCountries: readonly string[]
    readonly zakatVerified: boolean
  }
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <>
      <Checkbox
        id="isZakatRequested"
        label={t('fundraising.zakat-requested')}
        hint={t(of.zakatVerified ? 'fundraising.zakat-is' : 'fundraising.zakat-requested-hint')}
        checked={content.isZakatRequested}
        onChange={(event) => change({ isZakatRequested: event.target.checked })}
      />
      <Checkbox
        id="tipsEnabled"
        label={t('fundraising.tips-enabled')}
        hint={t('fundraising.tips-enabled-hint')}
        checked={content.tipsEnabled}
        onChange={(event) => change({ tipsEnabled: event.target.checked })}
      />
      <AmountInput
        id="minimumDonation"
        label={t('fundraising.minimum-gift')}
        hint={t('fundraising.minimum-donation-hint', { currency })}
        mark={t('shell.optional')}
        error={wrong.minimumDonation}
        value={content.minimumDonation}
        code={currency}
        onType={(text) => change({ minimumDonation: orNone(text) })}
        droppedNotice={t('shell.fraction-dropped')}
      />
      <ImpactFields content={content} change={change} wrong={wrong} currency={currency} />
      <ul className="organize-plain-list quiet small">
        <li>{t(of.giftAid ? 'fundraising.gift-aid-yes' : 'fundraising.gift-aid-no')}</li>
        {of.taxReceiptCountries.length > 0 ? (
          <li>{t('fundraising.tax-yes', { countries: countryNames(of.taxReceiptCountries, locale) })}</li>
        ) : null}
      </ul>
    </>
  )
}

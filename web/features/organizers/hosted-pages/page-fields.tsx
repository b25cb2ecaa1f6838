import { displayNames } from '#shared/formats.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { impactsMax, impactTextMax } from '#modules/causes/campaigns/rules/impact.ts'
import { storyToPlainText } from '#modules/organizers/fundraising/rules/story-text.ts'
import { storyLanguages } from '#modules/organizers/fundraising/rules/draft.ts'
import type { HostedPageView } from '#modules/organizers/hosted-pages/contract.ts'
import {
  frequencyNames,
  pageLimits,
  paymentMethodNames,
  untitled,
} from '#modules/organizers/hosted-pages/rules/page-content.ts'
import { currencies, exponentOf, isCurrency } from '#shared/money.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { Json } from '#shared/wire/json.ts'

export type PageFieldsProps = {
  readonly page: Json<HostedPageView>
  /** Error texts by field. */
  readonly errors: Readonly<Record<string, string>>
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}

const majorOf = (minor: number | null, code: string): string =>
  minor === null ? '' : String(minor / 10 ** (isCurrency(code) ? exponentOf(code) : 2))

/** Title, story, cause, place and language. */
export function BasicFields({ page, errors, countries }: PageFieldsProps) {
  const t = useText()
  const locale = useLocale()
  const languages = displayNames(locale, { type: 'language' })
  const { settings } = page
  return (
    <>
      <TextInput
        id="title"
        label={t('pages.title')}
        maxLength={pageLimits.title}
        defaultValue={page.title === untitled ? '' : page.title}
        error={errors.title}
      />
      <TextInput
        id="tagline"
        label={t('pages.tagline')}
        maxLength={pageLimits.tagline}
        defaultValue={page.tagline}
        error={errors.tagline}
      />
      <TextArea
        id="description"
        label={t('pages.description')}
        hint={t('pages.description-hint')}
        rows={10}
        defaultValue={storyToPlainText(page.description)}
        error={errors.description}
      />
      <Select id="category" label={t('pages.category')} defaultValue={settings.category} error={errors.category}>
        <option value="">{t('pages.choose')}</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {t(`cause.${category}`)}
          </option>
        ))}
      </Select>
      <Select id="country" label={t('pages.country')} defaultValue={settings.country} error={errors.country}>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        id="location"
        label={t('pages.location')}
        maxLength={pageLimits.location}
        defaultValue={settings.location}
        error={errors.location}
      />
      <Select id="language" label={t('pages.language')} defaultValue={settings.language} error={errors.language}>
        {storyLanguages.map((storyLanguage) => (
          <option key={storyLanguage} value={storyLanguage}>
            {languages.of(storyLanguage) ?? storyLanguage}
          </option>
        ))}
      </Select>
    </>
  )
}

/** Goal, end, frequencies, payment methods and tips. */
export function GivingFields({ page, errors }: Pick<PageFieldsProps, 'page' | 'errors'>) {
  const t = useText()
  const { settings } = page
  return (
    <>
      <Select id="goalCurrency" label={t('pages.currency')} defaultValue={page.currency} error={errors.goalCurrency}>
        {currencies.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </Select>
      <Checkbox id="enableGoal" label={t('pages.enable-goal')} defaultChecked={settings.enableGoal} />
      <TextInput
        id="donationGoal"
        label={t('pages.goal')}
        hint={t('pages.goal-hint')}
        inputMode="numeric"
        dir="ltr"
        defaultValue={majorOf(settings.donationGoal, page.currency)}
        error={errors.donationGoal}
      />
      <Checkbox id="enableEndDate" label={t('pages.enable-end')} defaultChecked={settings.enableEndDate} />
      <TextInput
        id="endDate"
        type="date"
        label={t('pages.end')}
        hint={t('pages.end-hint')}
        defaultValue={settings.lastDay ?? ''}
        error={errors.endDate}
      />
      <fieldset className="group" id="frequencies" tabIndex={-1}>
        <legend>{t('pages.frequencies')}</legend>
        {errors.frequencies ? <p className="error">{errors.frequencies}</p> : null}
        {frequencyNames.map((name) => (
          <Checkbox key={name} id={name} label={t(`pages.${name}`)} defaultChecked={settings.frequencies[name]} />
        ))}
      </fieldset>
      <fieldset className="group" id="paymentMethods" tabIndex={-1}>
        <legend>{t('pages.methods')}</legend>
        {errors.paymentMethods ? <p className="error">{errors.paymentMethods}</p> : null}
        {paymentMethodNames.map((name) => (
          <Checkbox key={name} id={name} label={t(`pages.${name}`)} defaultChecked={settings.paymentMethods[name]} />
        ))}
      </fieldset>
      <Checkbox
        id="tipsEnabled"
        label={t('pages.tips')}
        hint={t('pages.tips-hint')}
        defaultChecked={settings.tipsEnabled}
      />
    </>
  )
}

/** What up to three amounts do (content-41); an emptied row is deleted. */
export function ImpactFields({ page, errors }: Pick<PageFieldsProps, 'page' | 'errors'>) {
  const t = useText()
  const { impacts, language } = page.settings
  return (
    <fieldset className="group stack">
      <legend>{t('fundraising.impacts')}</legend>
      <p className="hint">{t('fundraising.impacts-hint')}</p>
      {Array.from({ length: impactsMax }, (_, place) => (
        <div className="columns" key={place}>
          <TextInput
            id={`impacts.${place}.amount`}
            label={t('fundraising.impact-amount', { number: place + 1 })}
            mark={t('shell.optional')}
            inputMode="numeric"
            dir="ltr"
            defaultValue={majorOf(impacts[place]?.amount || null, page.currency)}
            error={errors[`impacts.${place}.amount`]}
          />
          <TextInput
            id={`impacts.${place}.text`}
            label={t('fundraising.impact-text', { number: place + 1 })}
            mark={t('shell.optional')}
            maxLength={impactTextMax}
            lang={language}
            dir="auto"
            defaultValue={impacts[place]?.text ?? ''}
            error={errors[`impacts.${place}.text`]}
          />
        </div>
      ))}
    </fieldset>
  )
}

/** Suggested amounts, each for one frequency; an emptied row is deleted. */
export function LevelFields({ page, errors }: Pick<PageFieldsProps, 'page' | 'errors'>) {
  const t = useText()
  const { givingLevels } = page.settings
  const rows = Math.min(pageLimits.levels, givingLevels.length + 2)
  return (
    <>
      <p className="hint">{t('pages.levels-hint')}</p>
      {Array.from({ length: rows }, (_, place) => {
        const level = givingLevels[place]
        // The names of the faults, so that the links of the error summary lead to the fields.
        const id = (name: string) => `givingLevels.${place}.${name}`
        const error = (name: string) => errors[id(name)]
        return (
          <fieldset key={place} className="group">
            <legend>{t('pages.level', { number: place + 1 })}</legend>
            <div className="stack">
              <input type="hidden" name={id('id')} value={level?.id ?? ''} />
              <TextInput
                id={id('amount')}
                label={t('pages.level-amount')}
                inputMode="numeric"
                dir="ltr"
                defaultValue={level ? majorOf(level.amount, page.currency) : ''}
                error={error('amount')}
              />
              <TextInput
                id={id('title')}
                label={t('pages.level-title')}
                maxLength={pageLimits.levelTitle}
                defaultValue={level?.title ?? ''}
                error={error('title')}
              />
              <TextArea
                id={id('description')}
                label={t('pages.level-description')}
                rows={2}
                maxLength={pageLimits.levelDescription}
                defaultValue={level?.description ?? ''}
                error={error('description')}
              />
              <Select
                id={id('frequency')}
                label={t('pages.level-frequency')}
                defaultValue={level?.frequency ?? 'oneTime'}
                error={error('frequency')}
              >
                {frequencyNames.map((name) => (
                  <option key={name} value={name}>
                    {t(`pages.${name}`)}
                  </option>
                ))}
              </Select>
            </div>
          </fieldset>
        )
      })}
    </>
  )
}

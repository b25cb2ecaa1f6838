import { categories } from '#modules/causes/campaigns/rules/category.ts'
import {
  type FixedCharityDetails,
  charityLimits,
  type CharityDetails,
} from '#modules/organizers/fundraising/rules/charity.ts'
import { receiptRegimes } from '#modules/causes/organizations/rules/receipt-regime.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useText } from '#web/lib/text.tsx'
import { useCountryDefaults } from './country-defaults.ts'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { ZoneOptions } from '#web/features/platform/addresses/zone-options.tsx'
import type { ZoneChoice } from '#shared/texts/zone-names.ts'

export const charityTextNames = [
  'name',
  'nameAr',
  'about',
  'website',
  'email',
  'postalAddress',
  'registration',
  'signatory',
] as const

type Optional = 'nameAr' | 'website' | 'signatory'
type SavedCharity = Omit<CharityDetails, Optional> & Readonly<Record<Optional, string | null>>

/** Returns the details of a charity as the form shows them. */
export const charityTextsOf = (charity: SavedCharity): CharityDetails => ({
  name: charity.name,
  nameAr: charity.nameAr ?? '',
  about: charity.about,
  website: charity.website ?? '',
  email: charity.email,
  postalAddress: charity.postalAddress,
  registration: charity.registration,
  signatory: charity.signatory ?? '',
})

export const postedCharityTexts = (form: FormData): CharityDetails => ({
  name: postedText(form, 'name', 300),
  nameAr: postedText(form, 'nameAr', 300),
  about: postedText(form, 'about', 4000),
  website: postedText(form, 'website', 400),
  email: postedText(form, 'email', 254),
  postalAddress: postedText(form, 'postalAddress', 1000),
  registration: postedText(form, 'registration', 300),
  signatory: postedText(form, 'signatory', 300),
})

export const postedBasis = (form: FormData): FixedCharityDetails => ({
  slug: postedText(form, 'slug', 200),
  country: postedText(form, 'country', 2),
  timeZone: postedText(form, 'timeZone', 60),
  currency: postedText(form, 'currency', 3),
  category: postedText(form, 'category', 20),
  receiptRegime: postedText(form, 'receiptRegime', 10),
})

type Errors = Readonly<Record<string, string | undefined>>

/** The charity's details that can be edited later. */
export function CharityTextFields({
  charity,
  isNew = false,
  errors,
}: {
  readonly charity: Partial<CharityDetails>
  readonly isNew?: boolean
  readonly errors: Errors
}) {
  const t = useText()
  const optional = { mark: t('shell.optional') }
  return (
    <>
      <TextInput
        id="name"
        label={t('charities.name')}
        defaultValue={charity.name}
        error={errors.name}
        maxLength={charityLimits.name}
        required
        dir="auto"
        autoComplete="off"
      />
      <TextInput
        id="nameAr"
        label={t('charities.name-ar')}
        {...optional}
        lang="ar"
        dir="auto"
        defaultValue={charity.nameAr}
        error={errors.nameAr}
        maxLength={charityLimits.name}
        autoComplete="off"
      />
      <TextArea
        id="about"
        label={t('charities.about')}
        {...(isNew ? { hint: t('charities.about-hint') } : {})}
        {...optional}
        dir="auto"
        rows={5}
        defaultValue={charity.about}
        error={errors.about}
        maxLength={charityLimits.about}
      />
      <TextInput
        id="registration"
        label={t('charities.registration')}
        hint={t('charities.registration-hint')}
        dir="auto"
        defaultValue={charity.registration}
        error={errors.registration}
        maxLength={charityLimits.registration}
        required
        autoComplete="off"
      />
      <TextArea
        id="postalAddress"
        label={t('charities.address')}
        hint={t('charities.address-hint')}
        dir="auto"
        rows={5}
        defaultValue={charity.postalAddress}
        error={errors.postalAddress}
        maxLength={charityLimits.postalAddress}
        required
      />
      <TextInput
        id="email"
        type="email"
        label={t('charities.email')}
        hint={t('charities.email-hint')}
        defaultValue={charity.email}
        error={errors.email}
        maxLength={254}
        required
        autoComplete="off"
      />
      <TextInput
        id="website"
        type="url"
        label={t('charities.website')}
        {...optional}
        defaultValue={charity.website}
        error={errors.website}
        maxLength={charityLimits.website}
        autoComplete="off"
      />
      <TextInput
        id="signatory"
        label={t('charities.signatory')}
        hint={t('charities.signatory-hint')}
        {...optional}
        dir="auto"
        defaultValue={charity.signatory}
        error={errors.signatory}
        maxLength={charityLimits.signatory}
        autoComplete="off"
      />
    </>
  )
}

export type BasisChoices = {
  readonly countries: readonly { readonly code: string; readonly name: string }[]
  readonly zones: readonly ZoneChoice[]
  readonly currencies: readonly { readonly code: string; readonly name: string }[]
  /** The usual zone of each country. */
  readonly zonesOfCountries: Readonly<Record<string, string>>
}

/** The charity's details that staff can't change after it is added. */
export function BasisFields({
  charity,
  errors,
  choices,
}: {
  readonly charity: FixedCharityDetails
  readonly errors: Errors
  readonly choices: BasisChoices
}) {
  const t = useText()
  const basis = useCountryDefaults(charity, choices.zonesOfCountries)
  return (
    <>
      <input {...basis.shown} />
      <TextInput
        id="slug"
        label={t('charities.slug')}
        hint={t('charities.slug-hint')}
        dir="ltr"
        defaultValue={charity.slug}
        error={errors.slug}
        maxLength={charityLimits.slug}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Select
        id="country"
        label={t('charities.country')}
        hint={t('charities.country-hint')}
        error={errors.country}
        {...basis.country}
        required
      >
        <option value="">{t('charities.choose-country')}</option>
        {choices.countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        id="timeZone"
        label={t('charities.zone')}
        hint={t('charities.zone-hint')}
        error={errors.timeZone}
        {...basis.timeZone}
        required
      >
        <option value="">{t('charities.choose-zone')}</option>
        <ZoneOptions zones={choices.zones} />
      </Select>
      <Select
        id="receiptRegime"
        label={t('charities.regime')}
        hint={t('charities.fixed-hint')}
        error={errors.receiptRegime}
        defaultValue={charity.receiptRegime}
        required
      >
        <option value="">{t('charities.choose-regime')}</option>
        {receiptRegimes.map((regime) => (
          <option key={regime} value={regime}>
            {t(`charities.regime-${regime}`)}
          </option>
        ))}
      </Select>
      <Select
        id="currency"
        label={t('charities.currency')}
        hint={t('charities.fixed-hint')}
        error={errors.currency}
        {...basis.currency}
        required
      >
        <option value="">{t('charities.choose-currency')}</option>
        {choices.currencies.map(({ code, name }) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </Select>
      <Select
        id="category"
        label={t('charities.category')}
        error={errors.category}
        defaultValue={charity.category}
        required
      >
        <option value="">{t('charities.choose-category')}</option>
        {categories.map((category) => (
          <option key={category} value={category}>
            {t(`cause.${category}`)}
          </option>
        ))}
      </Select>
    </>
  )
}

import { dateTimeFormat } from '#shared/formats.ts'
import { isRegisterCode, registersOf } from '#modules/causes/organizations/rules/registration.ts'
import {
  formLimits,
  legalForms,
  type PersonInCharge,
  type VerificationForm,
} from '#modules/causes/organizations/rules/verification-form.ts'
import { useState } from 'react'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Select, TextArea, TextInput } from '#web/ui/field.tsx'
import type { Country } from '#web/features/platform/addresses/address-data.ts'

type Errors = Readonly<Record<string, string | undefined>>
type FieldsProps = {
  readonly form: VerificationForm
  readonly errors: Errors
  readonly countries: readonly Country[]
}

/**
 * The charity's country, legal name and form, register and number, address and website. The country decides the
 * questions; what was entered for another one stays on the page.
 */
export function RegistrationFields({
  form,
  errors,
  countries,
  countryHint,
}: FieldsProps & { readonly countryHint: string }) {
  const t = useText()
  const [country, setCountry] = useState(form.country)
  const registers = registersOf(country)
  // A code of another country's register is no name.
  const register = !registers && isRegisterCode(form.register) ? '' : form.register
  const known = country === 'GB' || country === 'US' || country === 'CA' ? country : undefined
  return (
    <>
      <Select
        id="country"
        label={t('own-charity.country')}
        hint={countryHint}
        error={errors.country}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        required
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <TextInput
        id="legalName"
        label={t('own-charity.legal-name')}
        error={errors.legalName}
        defaultValue={form.legalName}
        maxLength={formLimits.legalName}
        autoComplete="off"
        required
      />
      <Select
        id="legalForm"
        label={t('own-charity.legal-form')}
        error={errors.legalForm}
        defaultValue={form.legalForm}
        required
      >
        <option value="">{t('own-charity.choose')}</option>
        {legalForms.map((legalForm) => (
          <option key={legalForm} value={legalForm}>
            {t(`own-charity.legal-form-${legalForm}`)}
          </option>
        ))}
      </Select>
      {registers ? (
        <Select
          key={country}
          id="register"
          label={t('own-charity.register')}
          error={errors.register}
          defaultValue={registers.find((code) => code === register) ?? (registers.length === 1 ? registers[0] : '')}
          required
        >
          {registers.length > 1 ? <option value="">{t('own-charity.choose')}</option> : null}
          {registers.map((register) => (
            <option key={register} value={register}>
              {t(`own-charity.register-${register}`)}
            </option>
          ))}
        </Select>
      ) : (
        <TextInput
          id="register"
          label={t('own-charity.register-name')}
          error={errors.register}
          defaultValue={register}
          maxLength={80}
          autoComplete="off"
          required
        />
      )}
      <TextInput
        id="number"
        label={t('own-charity.number')}
        hint={known ? t(`own-charity.number-hint-${known}`) : undefined}
        error={errors.number}
        defaultValue={form.number}
        maxLength={40}
        dir="ltr"
        autoComplete="off"
      />
      <Asked when={country === 'GB'}>
        <TextInput
          id="taxReference"
          label={t('own-charity.tax-reference')}
          hint={t('own-charity.tax-reference-hint')}
          mark={t('shell.optional')}
          error={errors.taxReference}
          defaultValue={form.taxReference}
          maxLength={20}
          dir="ltr"
          autoComplete="off"
        />
      </Asked>
      <TextArea
        id="registeredAddress"
        label={t('own-charity.registered-address')}
        hint={t('own-charity.registered-address-hint')}
        error={errors.registeredAddress}
        defaultValue={form.registeredAddress}
        maxLength={formLimits.registeredAddress}
        rows={4}
        required
      />
      <Asked when={country === 'CA'}>
        <TextInput
          id="signatory"
          label={t('own-charity.signatory')}
          error={errors.signatory}
          defaultValue={form.signatory}
          maxLength={formLimits.signatory}
          autoComplete="off"
          required
        />
      </Asked>
      <TextInput
        id="website"
        type="url"
        label={t('own-charity.website')}
        hint={t('own-charity.website-hint')}
        mark={t('shell.optional')}
        error={errors.website}
        defaultValue={form.website}
        maxLength={formLimits.website}
        dir="ltr"
        autoComplete="off"
      />
    </>
  )
}

/** A question of some countries. Elsewhere it's hidden and isn't sent, but keeps what was entered. */
const Asked = ({ when, children }: { readonly when: boolean; readonly children: React.ReactNode }) => (
  <fieldset hidden={!when} disabled={!when}>
    {children}
  </fieldset>
)

const emptyPerson: PersonInCharge = { fullName: '', office: '', birthYear: null, birthMonth: null, country: '' }

/** The people in charge: `rows` of them, the last of which are empty. */
export function PeopleFields({ form, errors, rows, countries }: FieldsProps & { readonly rows: number }) {
  const t = useText()
  const locale = useLocale()
  const months = Array.from({ length: 12 }, (_, month) =>
    dateTimeFormat(locale, { month: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(Date.UTC(2026, month, 15)),
  )
  return (
    <>
      {Array.from({ length: rows }, (_, index) => {
        const person = form.people[index] ?? { ...emptyPerson, country: form.country }
        const placeAt = `people.${index}`
        return (
          <fieldset key={index} className="group stack">
            <legend>{t('own-charity.person', { number: index + 1 })}</legend>
            <TextInput
              id={`${placeAt}.fullName`}
              label={t('own-charity.person-name')}
              error={errors[`${placeAt}.fullName`]}
              defaultValue={person.fullName}
              maxLength={formLimits.fullName}
              autoComplete="off"
            />
            <TextInput
              id={`${placeAt}.office`}
              label={t('own-charity.person-office')}
              error={errors[`${placeAt}.office`]}
              defaultValue={person.office}
              maxLength={formLimits.office}
              autoComplete="off"
            />
            <div className="columns">
              <Select
                id={`${placeAt}.birthMonth`}
                label={t('own-charity.birth-month')}
                error={errors[`${placeAt}.birthMonth`]}
                defaultValue={person.birthMonth ?? ''}
              >
                <option value="">{t('own-charity.choose')}</option>
                {months.map((month, place) => (
                  <option key={month} value={place + 1}>
                    {month}
                  </option>
                ))}
              </Select>
              <TextInput
                id={`${placeAt}.birthYear`}
                label={t('own-charity.birth-year')}
                error={errors[`${placeAt}.birthYear`]}
                defaultValue={person.birthYear ?? ''}
                inputMode="numeric"
                maxLength={4}
                dir="ltr"
                autoComplete="off"
              />
            </div>
            <Select
              id={`${placeAt}.country`}
              label={t('own-charity.person-country')}
              error={errors[`${placeAt}.country`]}
              defaultValue={person.country}
            >
              <option value="">{t('own-charity.choose-country')}</option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </fieldset>
        )
      })}
    </>
  )
}

import { displayNames } from '#shared/formats.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { subdomainMax } from '#modules/causes/organizations/rules/subdomain.ts'
import { currencies } from '#shared/money.ts'
import { zoneChoices } from '#shared/texts/zone-names.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import {
  basisOf,
  unconfirmedBasis,
  useCountryDefaults,
  withDefaultsOfCountry,
  zonesOfCountries,
} from '#web/features/organizers/fundraising/country-defaults.ts'
import { ConfirmBasis } from '#web/features/organizers/charities/confirm-basis.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/new'
import { ownCharityNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'
import { ZoneOptions } from '#web/features/platform/addresses/zone-options.tsx'

export const namespaces: Namespaces = ownCharityNamespaces

const here = '/organize/charities/new'

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer, locale, country, charitySignUp, hasPayouts, now } = context.get(renderContext)
  if (!hasPayouts) throw new Response(null, { status: 404 })
  if (!viewer.isSignedIn) throw redirectToLogin(here)
  const names = displayNames(locale, { type: 'currency' })
  return {
    signUp: charitySignUp,
    isConfirmed: viewer.isEmailConfirmed,
    countries: countriesIn(locale, countryCodes),
    zones: await zoneChoices(locale, { now: now(), country }),
    currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
    zonesOfCountries: zonesOfCountries(),
    first: {
      name: '',
      ...basisOf(country),
      email: viewer.email,
      category: 'community',
      subdomain: '',
    },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const typed = withDefaultsOfCountry(form, {
    name: postedText(form, 'name', 300),
    country: postedText(form, 'country', 2),
    email: postedText(form, 'email', 254),
    timeZone: postedText(form, 'timeZone', 60),
    currency: postedText(form, 'currency', 3),
    category: postedText(form, 'category', 20),
    subdomain: postedText(form, 'subdomain', 100),
  })
  const unconfirmed = unconfirmedBasis(form, typed)
  // The API refuses an empty name or address, so nothing is asked before.
  if (unconfirmed && typed.name.trim() !== '' && typed.email.trim() !== '')
    return data({ typed, unconfirmed, refused: undefined })
  try {
    const { id } = await api('POST /v4/organizations', typed)
    return redirect(`/organize/charities/${id}/verification`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, typed, unconfirmed: undefined }, { status: refused.status })
  }
}

/** The first step of a charity: the data of its draft. The verification form follows. */
export default function CharitySignUp({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { refused, unconfirmed } = actionData ?? {}
  const typed = actionData?.typed ?? loaderData.first
  const basis = useCountryDefaults(typed, loaderData.zonesOfCountries)
  const title = t('own-charity.new-title')
  const errors = refused?.fields ?? {}
  const contactEmail = useFrame()?.operator.contactEmail ?? ''
  if (loaderData.signUp !== 'open' || refused?.code === 'charity-signup-closed')
    return (
      <div className="page narrow-page stack-lg">
        <title>{title}</title>
        <h1>{title}</h1>
        {loaderData.signUp === 'closed' ? (
          <EmptyState title={t('own-charity.no-sign-up-title')}>
            <p className="quiet">{t('own-charity.no-sign-up-text')}</p>
          </EmptyState>
        ) : (
          <EmptyState title={t('own-charity.closed-title')}>
            <p className="quiet">{t('own-charity.closed-text', { email: `\u2068${contactEmail}\u2069` })}</p>
          </EmptyState>
        )}
      </div>
    )
  // Asked before the form is filled in, because the link in the email opens an empty one.
  if (!loaderData.isConfirmed)
    return (
      <div className="page narrow-page stack-lg">
        <title>{title}</title>
        <h1>{title}</h1>
        <EmptyState title={t('own-charity.confirm-first')}>
          <p className="quiet">{t('own-charity.confirm-first-text')}</p>
        </EmptyState>
      </div>
    )
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.new-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'name')} />
      {unconfirmed ? (
        <ConfirmBasis form="sign-up" token={unconfirmed} choices={loaderData} texts="own-charity" />
      ) : null}
      <PageForm id="sign-up" className="stack" noValidate>
        <input {...basis.shown} />
        <TextInput
          id="name"
          label={t('own-charity.name')}
          hint={t('own-charity.name-hint')}
          error={errors.name}
          defaultValue={typed.name}
          maxLength={120}
          autoComplete="organization"
          required
        />
        <Select
          id="country"
          label={t('own-charity.country')}
          hint={t('own-charity.country-hint')}
          error={errors.country}
          {...basis.country}
          required
        >
          <option value="">{t('own-charity.choose-country')}</option>
          {loaderData.countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <TextInput
          id="email"
          type="email"
          label={t('own-charity.email')}
          hint={t('own-charity.email-hint')}
          error={errors.email}
          defaultValue={typed.email}
          maxLength={254}
          autoComplete="email"
          required
        />
        <Select
          id="timeZone"
          label={t('own-charity.zone')}
          hint={t('own-charity.zone-hint')}
          error={errors.timeZone}
          {...basis.timeZone}
          required
        >
          <option value="">{t('own-charity.choose-zone')}</option>
          <ZoneOptions zones={loaderData.zones} />
        </Select>
        <Select
          id="currency"
          label={t('own-charity.currency')}
          hint={t('own-charity.currency-hint')}
          error={errors.currency}
          {...basis.currency}
          required
        >
          <option value="">{t('own-charity.choose-currency')}</option>
          {loaderData.currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </Select>
        <Select id="category" label={t('own-charity.category')} error={errors.category} defaultValue={typed.category}>
          {categories.map((category) => (
            <option key={category} value={category}>
              {t(`cause.${category}`)}
            </option>
          ))}
        </Select>
        <TextInput
          id="subdomain"
          label={t('own-charity.subdomain')}
          hint={t('own-charity.subdomain-hint')}
          mark={t('shell.optional')}
          error={errors.subdomain}
          defaultValue={typed.subdomain}
          maxLength={subdomainMax}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <button className="button button-primary">{t('own-charity.create')}</button>
      </PageForm>
    </div>
  )
}

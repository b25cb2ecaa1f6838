import { displayNames } from '#shared/formats.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { countryName } from '#shared/texts/country-names.ts'
import { formatDay, localDate } from '#shared/calendar.ts'
import type { VerificationState } from '#modules/causes/organizations/rules/verification.ts'
import { charityLimits } from '#modules/organizers/fundraising/rules/charity.ts'
import { currencies } from '#shared/money.ts'
import { zoneChoices } from '#shared/texts/zone-names.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import {
  BasisFields,
  postedBasis,
  charityTextNames,
  charityTextsOf,
  postedCharityTexts,
  CharityTextFields,
} from '#web/features/organizers/fundraising/charity-form.tsx'
import {
  basisOf,
  unconfirmedBasis,
  withDefaultsOfCountry,
  zonesOfCountries,
} from '#web/features/organizers/fundraising/country-defaults.ts'
import { ClosingNotice } from '#web/features/organizers/fundraising/closing-notice.tsx'
import { VerificationForm } from '#web/features/organizers/fundraising/verification-form.tsx'
import { ConfirmBasis } from '#web/features/organizers/charities/confirm-basis.tsx'
import { LoadedTexts, postedLoaded, viewMerged } from '#web/kit/loaded-texts.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { loadRestricted } from '#web/lib/access.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { TextInput } from '#web/ui/field.tsx'
import '#web/features/trust/moderation/desk.css'
import type { Route } from './+types/charity'
import type { Namespaces } from '#web/lib/namespace-lists.ts'
import { DoneNotice } from '#web/ui/result-notice.tsx'

export const namespaces: Namespaces = ['causes/charities', 'causes/causes']

/** Returns the charity's id; undefined for a new one. */
const idIn = (params: { readonly organizationId?: string }): string | undefined => params.organizationId

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, country, hasPayouts, now } = context.get(renderContext)
  const organizationId = idIn(params)
  const done = new URL(request.url).searchParams.get('done')
  if (organizationId !== undefined)
    return {
      one: await loadRestricted(viewer, request, () =>
        api('GET /v4/staff/charities/:organizationId', { organizationId }),
      ),
      begun: null,
      done,
    }
  // The operator's own charity is the only one (content-32).
  if (!hasPayouts) throw new Response(null, { status: 404 })
  // Staff without permission can't open the form for a new charity either.
  await loadRestricted(viewer, request, () => api('GET /v4/staff/charities', {}))
  const names = displayNames(locale, { type: 'currency' })
  return {
    one: null,
    begun: {
      choices: {
        countries: countriesIn(locale, countryCodes),
        zones: await zoneChoices(locale, { now: now(), country }),
        currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
        zonesOfCountries: zonesOfCountries(),
      },
      basis: { slug: '', ...basisOf(country), category: '', receiptRegime: '' },
    },
    done,
  }
}

/** Plain forms: adds, edits or verifies a charity, or invites an owner. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const organizationId = idIn(params)
  const here = `/staff/charities/${organizationId ?? 'new'}`
  const form = await formOfOwner({ context, request })
  const intent = postedText(form, 'intent', 10)
  const verification = { state: postedText(form, 'state', 10), until: postedText(form, 'until', 10) }
  const typed = {
    verification,
    words: postedCharityTexts(form),
    loaded: postedLoaded(form, charityTextNames, charityLimits.about),
    basis: withDefaultsOfCountry(form, postedBasis(form)),
    ownerEmail: postedText(form, 'ownerEmail', 254),
  }
  const unconfirmed = organizationId === undefined ? unconfirmedBasis(form, typed.basis) : undefined
  // The API refuses these empty texts, so nothing is asked before.
  const { name, registration } = typed.words
  if (unconfirmed && name.trim() !== '' && registration.trim() !== '')
    return data({ typed, intent: 'save', unconfirmed, refused: undefined })
  try {
    if (organizationId === undefined) {
      const { id } = await api('POST /v4/staff/charities', { ...typed.basis, ...typed.words })
      return redirect(`/staff/charities/${id}?done=added`, 303)
    }
    if (intent === 'ask')
      await api('POST /v4/staff/charities/:organizationId/owners', { organizationId, email: typed.ownerEmail })
    else if (intent === 'close') await api('POST /v4/staff/charities/:organizationId/closing', { organizationId })
    else if (intent === 'verify')
      await api('PUT /v4/staff/charities/:organizationId/verification', { organizationId, ...stateOf(verification) })
    else {
      const before = typed.loaded ? { loaded: typed.loaded } : {}
      await api('PUT /v4/staff/charities/:organizationId', { organizationId, ...typed.words, ...before })
    }
    return redirect(`${here}?done=${intent === 'ask' ? 'requested' : 'saved'}`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, typed, intent, unconfirmed: undefined }, { status: refused.status })
  }
}

/** The API rejects an unknown state. */
const stateOf = (input: { readonly state: string; readonly until: string }) => ({
  ...input,
  state: input.state as VerificationState,
})

export default function StaffCharity({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { one, begun, done } = loaderData
  const { refused, typed, intent } = actionData ?? {}
  const isAsking = intent === 'ask'
  const title = one?.charity.name ?? t('charities.new')
  const refusal =
    refused && isAsking ? { ...refused, fields: { ownerEmail: refused.fields.email ?? refused.message } } : refused
  const errors = refusal?.fields ?? {}
  return (
    <>
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <p>
        <a href="/staff/charities">{t('charities.all')}</a>
      </p>
      <div className="page-head">
        <div className="stack">
          <h1 dir="auto">{title}</h1>
          {one ? null : <p className="quiet">{t('charities.new-lead')}</p>}
        </div>
        {one ? <a href={`/v4/campaign/${one.charity.slug}`}>{t('charities.see-page')}</a> : null}
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refusal, fieldOf[intent ?? ''] ?? 'name')} />
      {!actionData && (done === 'added' || done === 'saved' || done === 'requested') ? (
        <DoneNotice>{t(`charities.${done}`)}</DoneNotice>
      ) : null}
      {one ? (
        <>
          <VerificationForm
            charity={one.charity}
            proposal={one.proposal}
            typed={intent === 'verify' ? typed?.verification : undefined}
            errors={intent === 'verify' ? errors : {}}
          />
          <ClosingNotice closing={one.closing} />
          <Owners one={one} typed={typed?.ownerEmail} error={isAsking ? errors.ownerEmail : undefined} />
        </>
      ) : null}
      <CharityForm one={one} begun={begun} posted={actionData} errors={errors} />
      {one ? <Basis charity={one.charity} /> : null}
    </>
  )
}

type One = NonNullable<Route.ComponentProps['loaderData']['one']>

/** The field that shows an error which names none. */
const fieldOf: Readonly<Record<string, string>> = { ask: 'ownerEmail', close: 'close', verify: 'until' }

/** The charity's details; for a new one also those that can't be changed later. */
function CharityForm({
  one,
  begun,
  posted,
  errors,
}: Pick<Route.ComponentProps['loaderData'], 'one' | 'begun'> & {
  readonly posted: Route.ComponentProps['actionData']
  readonly errors: Readonly<Record<string, string>>
}) {
  const t = useText()
  const typed = begun || posted?.intent === 'save' ? posted?.typed : undefined
  const sent = typed && { typed: typed.words, loaded: typed.loaded, refused: posted?.refused }
  const merged = one && viewMerged(charityTextsOf(one.charity), sent)
  return (
    <>
      {begun && posted?.unconfirmed ? (
        <ConfirmBasis form="charity" token={posted.unconfirmed} choices={begun.choices} texts="charities" />
      ) : null}
      <PageForm id="charity" className="stack account-form" noValidate>
        <section className="card card-in stack" aria-labelledby="words">
          <h2 id="words">{t('charities.details')}</h2>
          {merged ? <LoadedTexts texts={merged.loaded} /> : null}
          <CharityTextFields charity={merged?.values ?? typed?.words ?? {}} isNew={!one} errors={errors} />
        </section>
        {begun ? (
          <section className="card card-in stack" aria-labelledby="basis">
            <h2 id="basis">{t('charities.basis')}</h2>
            <p className="quiet">{t('charities.basis-lead')}</p>
            <BasisFields charity={typed?.basis ?? begun.basis} errors={errors} choices={begun.choices} />
          </section>
        ) : null}
        <p>
          <button className="button button-primary" name="intent" value="save">
            {t(one ? 'charities.save' : 'charities.create')}
          </button>
        </p>
      </PageForm>
    </>
  )
}

/** The charity's owners and invited owners. */
function Owners({
  one,
  typed,
  error,
}: {
  readonly one: One
  readonly typed: string | undefined
  readonly error: string | undefined
}) {
  const t = useText()
  const locale = useLocale()
  return (
    <section className="card card-in stack" aria-labelledby="owners">
      <h2 id="owners">{t('charities.people')}</h2>
      <p className="quiet">{t('charities.people-lead')}</p>
      {one.owners.length + one.invitations.length === 0 ? <p>{t('charities.none')}</p> : null}
      <ul className="desk-messages">
        {one.owners.map(({ name, email }) => (
          <li key={email}>
            <span>
              <bdi className="strong">{name}</bdi> <bdi className="quiet">{email}</bdi>
            </span>
          </li>
        ))}
        {one.invitations.map(({ email, expiresAt }) => (
          <li key={email} className="quiet">
            {t('charities.invited', {
              email: `\u2068${email}\u2069`,
              date: `\u2068${formatDay(localDate(expiresAt.slice(0, 10)), locale)}\u2069`,
            })}
          </li>
        ))}
      </ul>
      <PageForm className="stack account-form" noValidate>
        <TextInput
          id="ownerEmail"
          type="email"
          label={t('charities.owner-email')}
          defaultValue={typed}
          error={error}
          maxLength={254}
          autoComplete="off"
          required
        />
        <p>
          <button className="button button-quiet" name="intent" value="ask">
            {t('charities.ask')}
          </button>
        </p>
      </PageForm>
    </section>
  )
}

function Basis({ charity }: { readonly charity: One['charity'] }) {
  const t = useText()
  const locale = useLocale()
  const rows = [
    [t('charities.slug'), charity.slug],
    [t('charities.country'), countryName(charity.country, locale)],
    [t('charities.zone'), charity.timeZone.replaceAll('_', ' ')],
    [t('charities.regime'), t(`charities.regime-${charity.receiptRegime}`)],
  ] as const
  return (
    <section className="card card-in stack" aria-labelledby="basis">
      <h2 id="basis">{t('charities.basis')}</h2>
      <p className="quiet">{t('charities.basis-lead')}</p>
      <dl className="desk-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import '#web/features/platform/addresses/address.css'
import '#web/features/money/gift-aid/gift-aid.css'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { toWire } from '#modules/platform/addresses/rules/wire.ts'
import { addressDataIn } from '#web/features/platform/addresses/address-data.ts'
import { DeclarationCard } from '#web/features/money/gift-aid/declaration-card.tsx'
import { DeclareForms } from '#web/features/money/gift-aid/declare-form.tsx'
import { DetailsForm } from '#web/features/money/gift-aid/details-form.tsx'
import { CoveredDonations } from '#web/features/money/gift-aid/covered-donations.tsx'
import { readTypedTaxAddress, taxAddressErrors } from '#web/features/money/receipts/tax-addresses/tax-address.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/gift-aid'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid']

const done = ['declared-now', 'ended', 'excluded', 'agreed', 'details-saved'] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api, locale, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const [overview, permitted, { reach }] = await Promise.all([
    api('GET /v4/account/gift-aid', {}),
    api('GET /api/projectapi/permittedCountryCodes', {}),
    api('GET /v4/places', {}),
  ])
  const url = new URL(request.url)
  return {
    overview,
    addressData: addressDataIn(locale, permitted, reach),
    done: done.find((option) => url.searchParams.get('done') === option) ?? null,
  }
}

/** The controls that show the refusal of a form. */
const controls: Readonly<Record<string, string>> = { end: 'from', declare: 'declare' }

/** Plain forms: `declare` declares for past and later donations, `end` ends a declaration, `exclude` excludes a donation, `confirm` agrees for an anonymous one, `details` saves name and address. */
export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await postedForm(request)
  const intent = postedText(form, 'intent', 20)
  const id = postedText(form, 'id', 40)
  const typed = readTypedTaxAddress(form)
  const from = postedText(form, 'from', 10)
  try {
    if (intent === 'end') {
      await api('POST /v4/account/gift-aid/declarations/:declarationId/end', { declarationId: id, from })
      return redirect('/account/gift-aid?done=ended', 303)
    }
    if (intent === 'declare') {
      const textVersion = postedText(form, 'textVersion', 60)
      await api('POST /v4/account/gift-aid/declarations', { organizationId: id, textVersion })
      return redirect('/account/gift-aid?done=declared-now', 303)
    }
    if (intent === 'exclude') {
      await api('POST /v4/account/gift-aid/donations/:donationId/exclude', { donationId: id })
      return redirect('/account/gift-aid?done=excluded#donations', 303)
    }
    if (intent === 'confirm') {
      await api('POST /v4/account/gift-aid/donations/:donationId/confirm', { donationId: id })
      return redirect('/account/gift-aid?done=agreed#donations', 303)
    }
    await api('POST /v4/account/gift-aid/details', { address: toWire(typed.address) })
    return redirect('/account/gift-aid?done=details-saved#details', 303)
  } catch (error) {
    const { message, fields, status } = refusalOf(error)
    const wrong =
      intent === 'details'
        ? taxAddressErrors({ message, fields })
        : [{ id: `${controls[intent] ?? 'exclude'}-${id}`, text: fields.from ?? message }]
    return data({ intent, typed, from, wrong }, { status })
  }
}

/** A donor's Gift Aid declarations: what they cover, ending one, excluding a donation, and name and address. */
export default function GiftAid({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { overview, addressData } = loaderData
  const wrong = actionData?.wrong ?? []
  const errorOf = (id: string) => wrong.find((error) => error.id === id)?.text
  const isEmpty = overview.declarations.length === 0 && overview.donations.length === 0
  return (
    <>
      <title>{actionData ? t('shell.title-problem', { title: t('gift-aid.title') }) : t('gift-aid.title')}</title>
      <h1>{t('gift-aid.title')}</h1>
      <p className="quiet">{t('gift-aid.lead')}</p>
      {loaderData.done && !actionData ? (
        <p className="notice" role="status">
          {t(`gift-aid.${loaderData.done}`)}
        </p>
      ) : null}
      <ErrorSummary title={t('shell.problem')} wrong={wrong} />
      {isEmpty ? (
        <EmptyState title={t('gift-aid.none')}>
          <a className="button button-quiet" href="/account/donations">
            {t('gift-aid.see-donations')}
          </a>
        </EmptyState>
      ) : null}
      {overview.declarations.length > 0 ? (
        <section className="stack" aria-labelledby="declarations">
          <h2 id="declarations">{t('gift-aid.declarations')}</h2>
          <ul className="gift-aid-list stack">
            {overview.declarations.map((declaration) => (
              <DeclarationCard
                key={declaration.id}
                declaration={declaration}
                today={overview.today}
                typed={actionData?.from}
                error={errorOf(`from-${declaration.id}`)}
              />
            ))}
          </ul>
          <p className="quiet small">{t('gift-aid.tell')}</p>
        </section>
      ) : null}
      {overview.donations.length > 0 ? <CoveredDonations donations={overview.donations} errorOf={errorOf} /> : null}
      <DeclareForms overview={overview} errorOf={errorOf} />
      {isEmpty ? null : (
        <DetailsForm
          details={overview.details}
          addressData={addressData}
          typed={actionData?.intent === 'details' ? actionData.typed.address : undefined}
          wrong={actionData?.intent === 'details' ? wrong : []}
        />
      )}
    </>
  )
}

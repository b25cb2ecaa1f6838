import '#web/features/organizers/charities/own-charity.css'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { useRef, useState } from 'react'
import { countryName } from '#shared/texts/country-names.ts'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { documentKinds, formLimits } from '#modules/causes/organizations/rules/verification-form.ts'
import { formatDay, localDateIn } from '#shared/calendar.ts'
import { CharityDocuments } from '#web/features/organizers/charities/charity-documents.tsx'
import { postedVerification } from '#web/features/organizers/charities/posted-verification.ts'
import { FormConflict } from '#web/features/organizers/charities/form-conflict.tsx'
import { useFormAutosave } from '#web/features/organizers/charities/use-form-autosave.ts'
import { PeopleFields, RegistrationFields } from '#web/features/organizers/charities/verification-fields.tsx'
import { VerificationSend } from '#web/features/organizers/charities/verification-send.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { fileFormOfOwner, assertFileSent } from '#web/kit/form-of-owner.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { loadRestricted } from '#web/lib/access.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { DoneNotice } from '#web/ui/result-notice.tsx'
import type { Route } from './+types/verification'

const doneTexts = {
  saved: 'own-charity.saved',
  sent: 'own-charity.sent',
  withdrawn: 'own-charity.withdrawn',
  attached: 'own-charity.document-added',
  removed: 'own-charity.document-removed',
} as const
type Done = keyof typeof doneTexts

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer, locale, hasPayouts } = context.get(renderContext)
  const { organizationId } = params
  if (!hasPayouts) throw new Response(null, { status: 404 })
  const verification = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/verification', { organizationId }),
  )
  const day = (instant: string | null | undefined) =>
    instant ? formatDay(localDateIn('UTC', new Date(instant)), locale) : null
  const search = new URL(request.url).searchParams
  const done = search.get('done')
  return {
    verification,
    days: { requestedAt: day(verification.request?.requestedAt), nextRequestAt: day(verification.nextRequestAt) },
    countries: countriesIn(locale),
    /** Where a charity can be registered. */
    countriesOfCharities: countriesIn(locale, countryCodes),
    /** Without JavaScript: whether to show one more empty person. */
    hasMore: search.get('more') === '1',
    done: (Object.keys(doneTexts) as Done[]).find((key) => key === done) ?? null,
  }
}

/** A file of ten megabytes and its form fields. */
const formBytesMax = uploadLimits.bytes + 256 * 1024

/** Plain forms: saves the draft, adds or deletes a document, submits or withdraws the form. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/verification`
  const form = await fileFormOfOwner({ context, request }, formBytesMax)
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const intent = form ? postedText(form, 'intent', 10) : 'attach'
  const typed = intent === 'save' && form ? postedVerification(form) : undefined
  try {
    switch (intent) {
      case 'attach': {
        if (form) assertFileSent(form)
        const file = form?.get('file')
        await api('POST /v4/organizations/:organizationId/documents', {
          organizationId,
          kind: documentKinds.find((documentKind) => form && documentKind === postedText(form, 'kind', 20)) ?? 'other',
          name: file instanceof File ? file.name.slice(0, 300) : '',
          file: file instanceof Blob ? Buffer.from(await file.arrayBuffer()).toString('base64') : '',
        })
        return redirect(`${here}?done=attached#documents`, 303)
      }
      case 'remove':
        await api('DELETE /v4/organizations/:organizationId/documents/:documentId', {
          organizationId,
          documentId: form ? postedText(form, 'document', 40) : '',
        })
        return redirect(`${here}?done=removed#documents`, 303)
      case 'withdraw':
        await api('DELETE /v4/organizations/:organizationId/verification/requests/:requestId', {
          organizationId,
          requestId: form ? postedText(form, 'request', 40) : '',
        })
        return redirect(`${here}?done=withdrawn`, 303)
      case 'send':
        await api('POST /v4/organizations/:organizationId/verification/requests', { organizationId })
        return redirect(`${here}?done=sent`, 303)
      default:
        await api('PUT /v4/organizations/:organizationId/verification', {
          organizationId,
          version: Number(form ? postedText(form, 'version', 10) : '') || 0,
          form: { ...typed, people: [...(typed?.people ?? [])] },
        })
        return redirect(`${here}?done=saved${form && postedText(form, 'more', 1) ? '&more=1#people' : ''}`, 303)
    }
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.code === 'charity-not-found') throw data(null, { status: 404 })
    return data({ refused, typed, intent }, { status: refused.status })
  }
}

/** A charity's verification form. Saves itself, with or without JavaScript. */
export default function CharityVerification({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { verification, countries, countriesOfCharities, days, done } = loaderData
  const { charity, request } = verification
  const { refused, typed } = actionData ?? {}
  const locale = useLocale()
  const form = typed ?? verification.form
  const isWaiting = request?.state === 'open'
  const ref = useRef<HTMLFormElement>(null)
  const draft = useFormAutosave(ref, verification)
  const [added, setAdded] = useState(loaderData.hasMore ? 1 : 0)
  const rows = Math.min(formLimits.peopleMax, Math.max(form.people.length, formLimits.peopleMin) + added)
  const kept = draft.kept ?? verification
  const conflict = typeof draft.saving === 'object' && 'theirs' in draft.saving ? draft.saving : undefined
  const title = t('own-charity.form-title', { name: `\u2068${charity.name}\u2069` })
  const errors = refused?.fields ?? {}
  return (
    <div className="account-form stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.form-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'legalName')} />
      {done && !refused ? <DoneNotice>{t(doneTexts[done])}</DoneNotice> : null}
      <PageForm ref={ref} className="stack-lg" noValidate onInput={draft.onChange} onSubmit={draft.onSubmit}>
        <input type="hidden" name="version" value={kept.version} />
        <input type="hidden" name="intent" value="save" />
        {/* The form's default button, so that Enter saves. */}
        <button hidden>{t('own-charity.save')}</button>
        <section className="stack" aria-labelledby="registration">
          <h2 id="registration">{t('own-charity.part-registration')}</h2>
          <RegistrationFields
            form={form}
            errors={errors}
            countries={countriesOfCharities}
            countryHint={
              charity.canChangeCountry
                ? t('own-charity.country-change')
                : t('own-charity.country-request', { country: `\u2068${countryName(charity.country, locale)}\u2069` })
            }
          />
        </section>
        <section className="stack" aria-labelledby="people">
          <h2 id="people">{t('own-charity.part-people')}</h2>
          <p className="hint">{t('own-charity.people-hint')}</p>
          <PeopleFields form={form} errors={errors} rows={rows} countries={countries} />
          {rows < formLimits.peopleMax ? (
            <p>
              <button
                className="button button-quiet"
                name="more"
                value="1"
                onClick={(event) => {
                  event.preventDefault()
                  setAdded(added + 1)
                }}
              >
                {t('own-charity.add-person')}
              </button>
            </p>
          ) : null}
        </section>
        {conflict ? (
          <FormConflict theirs={conflict.theirs.form} changed={conflict.changed} onChoose={draft.settle} />
        ) : null}
        <div className="own-charity-row">
          <button className="button button-primary">{t('own-charity.save')}</button>
          {conflict ? null : <SavedState saving={draft.saving} />}
        </div>
      </PageForm>
      <section className="stack" aria-labelledby="documents">
        <h2 id="documents">{t('own-charity.part-documents')}</h2>
        <CharityDocuments verification={kept} errors={errors} />
      </section>
      <section className="stack" aria-labelledby="send">
        <h2 id="send">{t(isWaiting ? 'own-charity.state-requested' : 'own-charity.part-send')}</h2>
        <VerificationSend verification={kept} days={days} />
      </section>
    </div>
  )
}

function SavedState({ saving }: { readonly saving: ReturnType<typeof useFormAutosave>['saving'] }) {
  const t = useText()
  if (saving === 'idle') return <p role="status" />
  if (typeof saving === 'object')
    return 'theirs' in saving ? null : (
      <p role="status" className="error-text">
        {t('own-charity.not-saved', { message: saving.message })}
      </p>
    )
  return (
    <p role="status" className="quiet small">
      {t(`own-charity.${saving}`)}
    </p>
  )
}

import { displayNames } from '#shared/formats.ts'
import '#web/features/organizers/fundraising/styles/editor.css'
import { data, redirect } from 'react-router'
import { type RenderContext, renderContext } from '#server/pages/render-context.ts'
import { categories } from '#modules/causes/campaigns/rules/category.ts'
import { draftLimits } from '#modules/organizers/fundraising/rules/draft.ts'
import { currencies, isCurrency } from '#shared/money.ts'
import { ConfirmFixed, isConfirmed } from '#web/kit/confirm-fixed.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { redirectToLogin } from '#web/lib/login-urls.ts'
import { formOfOwner } from '#web/kit/form-of-owner.ts'
import { postedText, toFormErrors } from '#web/lib/form-values.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/new'
import { organizeNamespaces, type Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = organizeNamespaces

const here = '/organize/new'

export async function loader({ context }: Route.LoaderArgs) {
  const { api, viewer, locale, currency, country, charitySignUp } = context.get(renderContext)
  if (!viewer.isSignedIn) throw redirectToLogin(here)
  const { charities } = await api('GET /v4/fundraisers/charities', {})
  const names = displayNames(locale, { type: 'currency' })
  return {
    charities,
    charitySignUp,
    currencies: currencies.map((code) => ({ code, name: names.of(code) ?? code })),
    currency: currency ?? { GB: 'GBP', CA: 'CAD' }[country ?? ''] ?? 'USD',
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api, refusalOf } = context.get(renderContext)
  const form = await formOfOwner({ context, request })
  const text = (name: string, max: number) => postedText(form, name, max)
  const source = text('source', 20)
  if (source) return duplicate(context.get(renderContext), source)
  const typed = {
    organizationId: text('organizationId', 20),
    title: text('title', 300),
    category: text('category', 20),
    currency: text('currency', 3),
    by: text('by', 10) === 'charity' ? ('charity' as const) : ('person' as const),
  }
  const token = `${typed.organizationId} ${typed.currency}`
  // The API refuses these empty fields, so nothing is asked before.
  const isComplete = [typed.organizationId, typed.title.trim(), typed.category].every((value) => value !== '')
  if (isComplete && !isConfirmed(form, token)) return data({ typed, unconfirmed: token, refused: undefined })
  try {
    const { id } = await api('POST /v4/fundraisers', typed)
    return redirect(`/organize/${id}/edit`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    return data({ refused, typed, unconfirmed: undefined }, { status: refused.status })
  }
}

/** Copies a fundraiser into a new draft, and opens it. */
async function duplicate({ api, refusalOf }: RenderContext, campaignId: string) {
  try {
    const { id } = await api('POST /v4/campaigns/:campaignId/duplicate', { campaignId })
    return redirect(`/organize/${id}/edit?done=copied`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin('/organize')
    return data({ refused, typed: undefined, unconfirmed: undefined }, { status: refused.status })
  }
}

/** The four fields of a new draft, which then saves itself. */
export default function OrganizeNew({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { charities, charitySignUp } = loaderData
  const { refused, typed, unconfirmed } = actionData ?? {}
  const chosen = charities.find(({ id }) => id === typed?.organizationId)
  const nameOf = (charity: (typeof charities)[number]) => (locale === 'ar' && charity.nameAr) || charity.name
  const title = t('fundraising.start')
  if (charities.length === 0)
    return (
      <div className="page narrow-page stack-lg">
        <title>{title}</title>
        <h1>{title}</h1>
        <EmptyState title={t('fundraising.no-charities')}>
          <p className="quiet">{t('fundraising.no-charities-text')}</p>
        </EmptyState>
      </div>
    )
  const hasOwn = charities.some(({ isOwn }) => isOwn)
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('fundraising.new-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'title')} />
      {unconfirmed === undefined ? null : (
        <ConfirmFixed
          form="new-fundraiser"
          token={unconfirmed}
          title={t('fundraising.confirm-title')}
          text={t('fundraising.confirm-text')}
          lines={[
            [t('fundraising.charity'), chosen ? nameOf(chosen) : ''],
            [t('fundraising.currency'), currencyText(loaderData.currencies, typed?.currency)],
          ]}
          button={t('fundraising.confirm-create')}
        />
      )}
      <PageForm id="new-fundraiser" className="stack" noValidate>
        <Select
          id="organizationId"
          label={t('fundraising.charity')}
          hint={t('fundraising.charity-hint')}
          error={refused?.fields.organizationId}
          defaultValue={typed?.organizationId ?? ''}
          required
        >
          <option value="">{t('fundraising.choose-charity')}</option>
          {charities.map((charity) => (
            <option key={charity.id} value={charity.id}>
              {nameOf(charity)} ({charity.country}){charity.verified ? ' ✓' : ''}
            </option>
          ))}
        </Select>
        {charitySignUp === 'closed' ? null : (
          <p className="small">
            <a className="tap-link" href={charitySignUp === 'open' ? '/organize/charities/new' : '/for-charities'}>
              {t(`fundraising.not-listed-${charitySignUp}`)}
            </a>
          </p>
        )}
        {hasOwn ? (
          <fieldset className="group" id="by">
            <legend>{t('fundraising.by')}</legend>
            {refused?.fields.by ? <p className="error">{refused.fields.by}</p> : null}
            {(['person', 'charity'] as const).map((option) => (
              <label key={option} className="check">
                <input type="radio" name="by" value={option} defaultChecked={(typed?.by ?? 'person') === option} />
                <span>
                  {t(`fundraising.by-${option}`)}
                  {option === 'charity' ? <span className="hint">{t('fundraising.by-charity-note')}</span> : null}
                </span>
              </label>
            ))}
          </fieldset>
        ) : null}
        <TextInput
          id="title"
          label={t('fundraising.title')}
          hint={t('fundraising.title-hint')}
          error={refused?.fields.title}
          defaultValue={typed?.title ?? ''}
          maxLength={draftLimits.title}
          required
        />
        <Select
          id="category"
          label={t('fundraising.category')}
          error={refused?.fields.category}
          defaultValue={typed?.category ?? ''}
          required
        >
          <option value="">{t('fundraising.choose-category')}</option>
          {categories.map((category) => (
            <option key={category} value={category}>
              {t(`cause.${category}`)}
            </option>
          ))}
        </Select>
        <Select
          id="currency"
          label={t('fundraising.currency')}
          hint={t('fundraising.currency-hint')}
          error={refused?.fields.currency}
          defaultValue={isCurrency(typed?.currency) ? typed.currency : loaderData.currency}
          required
        >
          {loaderData.currencies.map(({ code, name }) => (
            <option key={code} value={code}>
              {code} · {name}
            </option>
          ))}
        </Select>
        <button className="button button-primary">{t('fundraising.create')}</button>
      </PageForm>
    </div>
  )
}

const currencyText = (
  choices: readonly { readonly code: string; readonly name: string }[],
  currency: string | undefined,
): string => choices.flatMap(({ code, name }) => (code === currency ? [`${code} · ${name}`] : [])).join('')

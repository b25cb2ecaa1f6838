import '../../../styles/organizers/own-charity.css'
import { useState } from 'react'
import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { settingsLimits } from '#modules/causes/organizations/rules/settings.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { CharityCrumb } from '../../../features/organizers/charities/charity-head.tsx'
import { UploadPicture } from '../../../features/organizers/fundraising/step-picture.tsx'
import { redirectToLogin } from '../../../lib/login-urls.ts'
import { postedForm } from '../../../lib/posted-form.ts'
import { postedText, toFormErrors } from '../../../lib/form-values.ts'
import { loadRestricted } from '../../../lib/access.ts'
import { useFaultText, useText } from '../../../lib/text.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextArea, TextInput } from '../../../ui/field.tsx'
import type { Route } from './+types/settings'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  const { organizationId } = params
  const settings = await loadRestricted(viewer, request, () =>
    api('GET /v4/organizations/:organizationId/settings', { organizationId }),
  )
  const query = new URL(request.url).searchParams
  return {
    settings: { ...settings, website: settings.website ?? '', nameAr: settings.nameAr ?? '' },
    isDone: query.get('done') === 'saved',
    /** Without JavaScript: the uploaded picture, or the error of the upload. */
    picture: query.get('picture') ?? '',
    problem: query.get('problem') ?? '',
  }
}

const names = [
  'name',
  'nameAr',
  'about',
  'email',
  'phone',
  'primaryColour',
  'website',
  'facebook',
  'twitter',
  'instagram',
  'youtube',
  'linkedin',
  'thanksEn',
  'thanksAr',
  'logoId',
] as const

export async function action({ context, params, request }: Route.ActionArgs) {
  const { api, viewer, refusalOf } = context.get(renderContext)
  const { organizationId } = params
  const here = `/organize/charities/${organizationId}/settings`
  if (!viewer.isSignedIn) return redirectToLogin(here)
  const form = await postedForm(request)
  const typed = Object.fromEntries(names.map((name) => [name, postedText(form, name, 4000)])) as Record<
    (typeof names)[number],
    string
  >
  if (postedText(form, 'without', 10) === 'logo') typed.logoId = ''
  try {
    await api('PATCH /v4/organizations/:organizationId', { organizationId, ...typed })
    return redirect(`${here}?done=saved`, 303)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused.status === 401) return redirectToLogin(here)
    if (refused.code === 'charity-not-found') throw data(null, { status: 404 })
    return data({ refused, typed }, { status: refused.status })
  }
}

/** The charity's public details and contact data, in one plain form. */
export default function CharitySettings({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const say = useFaultText()
  const { settings, isDone, picture, problem } = loaderData
  const { refused, typed } = actionData ?? {}
  const values = { ...settings, logoId: picture || (settings.logoId ?? ''), ...typed }
  const [logoId, setLogoId] = useState(values.logoId)
  const errors: Readonly<Record<string, string | undefined>> = refused?.fields ?? {}
  const title = t('own-charity.settings')
  const here = `/organize/charities/${params.organizationId}/settings`
  const field = (name: Exclude<(typeof names)[number], 'logoId'>, label: string) => ({
    id: name,
    label,
    error: errors[name],
    defaultValue: values[name],
  })
  return (
    <div className="page narrow-page stack-lg">
      <title>{refused ? t('shell.title-problem', { title }) : title}</title>
      <div className="stack">
        <CharityCrumb id={params.organizationId} name={settings.name} />
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.settings-lead')}</p>
      </div>
      <ErrorSummary title={t('shell.problem')} wrong={toFormErrors(refused, 'name')} />
      {isDone && !refused ? (
        <p className="notice" role="status">
          {t('own-charity.settings-saved')}
        </p>
      ) : null}
      <section className="stack" aria-labelledby="logo">
        <h2 id="logo">{t('own-charity.logo')}</h2>
        {logoId ? (
          <img className="own-charity-logo" src={`${pictureUrl(logoId)}&w=480`} alt="" width="96" height="96" />
        ) : null}
        <p className="hint">{t('own-charity.logo-hint')}</p>
        <UploadPicture
          campaignId={settings.generalFundId}
          back={here}
          label={t('own-charity.logo')}
          problem={problem ? (say({ code: problem }) ?? '') : (errors.logoId ?? '')}
          onHave={setLogoId}
        />
      </section>
      {settings.waitingName === null ? null : (
        <p className="notice">{t('own-charity.name-waiting', { name: `\u2068${settings.waitingName}\u2069` })}</p>
      )}
      <form method="post" className="stack-lg" noValidate>
        <input type="hidden" name="logoId" value={logoId} />
        {/* The form's default button, so that Enter saves. */}
        <button hidden>{t('own-charity.settings-save')}</button>
        {logoId ? (
          <p>
            <button className="button button-quiet" name="without" value="logo">
              {t('own-charity.logo-remove')}
            </button>
          </p>
        ) : null}
        <section className="stack" aria-labelledby="profile">
          <h2 id="profile">{t('own-charity.part-profile')}</h2>
          <TextInput {...field('name', t('own-charity.name'))} maxLength={settingsLimits.name} required />
          <TextInput {...field('nameAr', t('own-charity.name-ar'))} maxLength={settingsLimits.name} dir="rtl" />
          <TextArea
            {...field('about', t('own-charity.about'))}
            hint={t('own-charity.about-hint')}
            maxLength={settingsLimits.about}
            rows={6}
            dir="auto"
          />
          <TextInput
            {...field('primaryColour', t('own-charity.colour'))}
            hint={t('own-charity.colour-hint')}
            maxLength={7}
            dir="ltr"
            spellCheck={false}
          />
        </section>
        <section className="stack" aria-labelledby="contact">
          <h2 id="contact">{t('own-charity.part-contact')}</h2>
          {settings.waitingEmail && settings.waitingEmail !== settings.email ? (
            <p className="notice">
              {t('own-charity.email-unconfirmed', { email: `\u2068${settings.waitingEmail}\u2069` })}
            </p>
          ) : null}
          <TextInput
            {...field('email', t('own-charity.email'))}
            hint={t('own-charity.email-hint')}
            type="email"
            maxLength={254}
            required
          />
          <TextInput
            {...field('phone', t('own-charity.phone'))}
            hint={t('own-charity.phone-hint')}
            type="tel"
            maxLength={30}
            dir="ltr"
          />
          <TextInput {...field('website', t('own-charity.website'))} type="url" maxLength={200} dir="ltr" />
          <TextInput {...field('facebook', 'Facebook')} type="url" maxLength={200} dir="ltr" />
          <TextInput {...field('twitter', 'X')} type="url" maxLength={200} dir="ltr" />
          <TextInput {...field('instagram', 'Instagram')} type="url" maxLength={200} dir="ltr" />
          <TextInput {...field('youtube', 'YouTube')} type="url" maxLength={200} dir="ltr" />
          <TextInput {...field('linkedin', 'LinkedIn')} type="url" maxLength={200} dir="ltr" />
        </section>
        <section className="stack" aria-labelledby="mails">
          <h2 id="mails">{t('own-charity.part-mails')}</h2>
          <p className="hint">{t('own-charity.thanks-hint')}</p>
          <TextArea
            {...field('thanksEn', t('own-charity.thanks-en'))}
            maxLength={settingsLimits.thanks}
            rows={4}
            dir="ltr"
          />
          <TextArea
            {...field('thanksAr', t('own-charity.thanks-ar'))}
            maxLength={settingsLimits.thanks}
            rows={4}
            dir="rtl"
          />
        </section>
        <p>
          <button className="button button-primary">{t('own-charity.settings-save')}</button>
        </p>
      </form>
    </div>
  )
}

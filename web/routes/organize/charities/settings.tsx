import '#web/features/organizers/charities/own-charity.css'
import { useState } from 'react'
import { settingsLimits } from '#modules/causes/organizations/rules/settings.ts'
import { fieldText } from '#modules/money/giving/rules/amounts.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { UploadPicture } from '#web/features/organizers/fundraising/step-picture.tsx'
import type { RenderContext } from '#server/pages/render-context.ts'
import { mergeChanges } from '#shared/input/merge-changes.ts'
import { money } from '#shared/money.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { loadedTexts, LoadedTexts, viewMerged } from '#web/kit/loaded-texts.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { postedText } from '#web/lib/form-values.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import { TextArea, TextInput } from '#web/ui/field.tsx'
import type { Route } from './+types/settings'

export const settingsFields = {
  name: text(settingsLimits.name),
  nameAr: text(settingsLimits.name),
  about: text(settingsLimits.about),
  primaryColour: text(7),
  email: text(254),
  phone: text(30),
  website: text(200),
  facebook: text(200),
  twitter: text(200),
  instagram: text(200),
  youtube: text(200),
  linkedin: text(200),
  thanksEn: text(settingsLimits.thanks),
  thanksAr: text(settingsLimits.thanks),
  largeDonationFrom: text(30),
  logoId: {
    ...hidden,
    read: (form: FormData, name: string) => (form.get('without') === 'logo' ? '' : postedText(form, name, 100)),
  },
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, async ({ api, params, query }) => ({
    settings: await api('GET /v4/organizations/:organizationId/settings', params),
    /** Without JavaScript: the uploaded picture, or the error of the upload. */
    picture: query.get('picture') ?? '',
    problem: query.get('problem') ?? '',
  }))

type Settings = Route.ComponentProps['loaderData']['settings']

/** Returns the settings as the form shows them. */
const textsOfSettings = (settings: Settings) => ({
  ...(Object.fromEntries(
    Object.keys(settingsFields).map((name) => [name, String(settings[name as keyof Settings] ?? '')]),
  ) as Record<keyof typeof settingsFields, string>),
  largeDonationFrom:
    settings.largeDonationFrom === null ? '' : fieldText(money(BigInt(settings.largeDonationFrom), settings.currency)),
})

const loaded = loadedTexts(settingsLimits.about)

export const action = (args: Route.ActionArgs) =>
  submitForm(
    args,
    { ...settingsFields, without: hidden, loaded },
    async ({ without: _, loaded, ...typed }, { api }) => {
      const save = async () => {
        const changes = Object.keys(loaded).length === 0 ? typed : await changesIn(args, { typed, loaded, api })
        if (Object.keys(changes).length > 0)
          await api('PATCH /v4/organizations/:organizationId', { ...args.params, ...changes })
      }
      // Someone else may save between reading and writing; what they saved is then merged as well.
      await save().catch((error: unknown) => {
        if (isProblem(error) && error.code === 'settings-changed') return save()
        throw error
      })
      return '?done=saved'
    },
  )

/** Returns what the person changed, with the version that it is based on. Throws 409 if someone else changed one of these fields since the page was opened. */
async function changesIn(
  { params }: Pick<Route.ActionArgs, 'params'>,
  form: {
    readonly typed: Record<keyof typeof settingsFields, string>
    readonly loaded: Readonly<Record<string, string>>
    readonly api: RenderContext['api']
  },
) {
  const settings = await form.api('GET /v4/organizations/:organizationId/settings', params)
  const saved = textsOfSettings(settings)
  const { changes, conflicts } = mergeChanges(form.typed, { loaded: loadedSettings(form.loaded), saved }, ['logoId'])
  if (Object.keys(conflicts).length > 0) throw new Problem('conflict', 'edited-meanwhile', { fields: conflicts })
  return Object.keys(changes).length === 0 ? {} : { ...changes, version: settings.version }
}

const loadedSettings = (loaded: Readonly<Record<string, string>>) => ({
  ...(Object.fromEntries(Object.keys(settingsFields).map((name) => [name, ''])) as Record<
    keyof typeof settingsFields,
    string
  >),
  ...loaded,
})

/** The charity's public details and contact data, in one plain form. */
export default function CharitySettings({ loaderData, params, actionData }: Route.ComponentProps) {
  const t = useText()
  const say = useFaultText()
  const { settings, picture, problem } = loaderData
  const before = textsOfSettings(settings)
  const { loaded: sentLoaded, without: _, ...typed } = actionData?.values ?? {}
  const merged = viewMerged(
    before,
    actionData && {
      typed: { ...before, ...typed },
      loaded: sentLoaded && loadedSettings(sentLoaded),
      refused: actionData.refused,
    },
  )
  const form = viewForm(settingsFields, actionData && { ...actionData, values: merged.values }, {
    ...before,
    logoId: picture || before.logoId,
  })
  const [logoId, setLogoId] = useState(form.values.logoId ?? '')
  const title = t('own-charity.settings')
  const here = `/organize/charities/${params.organizationId}/settings`
  const field = (name: keyof typeof settingsFields, label: string) => ({ ...form.control(name), label })
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('own-charity.settings-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={{ saved: 'own-charity.settings-saved' }} />
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
          problem={problem ? (say({ code: problem }) ?? '') : (form.errorOf('logoId') ?? '')}
          onHave={setLogoId}
        />
      </section>
      {settings.waitingName === null ? null : (
        <p className="notice">{t('own-charity.name-waiting', { name: `\u2068${settings.waitingName}\u2069` })}</p>
      )}
      <PageForm className="stack-lg" noValidate>
        <input type="hidden" name="logoId" value={logoId} />
        <LoadedTexts texts={merged.loaded} />
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
          <TextInput {...field('name', t('own-charity.name'))} required />
          <TextInput {...field('nameAr', t('own-charity.name-ar'))} dir="rtl" />
          <TextArea
            {...field('about', t('own-charity.about'))}
            hint={t('own-charity.about-hint')}
            rows={6}
            dir="auto"
          />
          <TextInput
            {...field('primaryColour', t('own-charity.colour'))}
            hint={t('own-charity.colour-hint')}
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
            required
          />
          <TextInput
            {...field('phone', t('own-charity.phone'))}
            hint={t('own-charity.phone-hint')}
            type="tel"
            dir="ltr"
          />
          <TextInput {...field('website', t('own-charity.website'))} type="url" dir="ltr" />
          <TextInput {...field('facebook', 'Facebook')} type="url" dir="ltr" />
          <TextInput {...field('twitter', 'X')} type="url" dir="ltr" />
          <TextInput {...field('instagram', 'Instagram')} type="url" dir="ltr" />
          <TextInput {...field('youtube', 'YouTube')} type="url" dir="ltr" />
          <TextInput {...field('linkedin', 'LinkedIn')} type="url" dir="ltr" />
        </section>
        <section className="stack" aria-labelledby="mails">
          <h2 id="mails">{t('own-charity.part-mails')}</h2>
          <p className="hint">{t('own-charity.thanks-hint')}</p>
          <TextArea {...field('thanksEn', t('own-charity.thanks-en'))} rows={4} dir="ltr" />
          <TextArea {...field('thanksAr', t('own-charity.thanks-ar'))} rows={4} dir="rtl" />
        </section>
        <section className="stack" aria-labelledby="team-mails">
          <h2 id="team-mails">{t('own-charity.part-team-mails')}</h2>
          <p className="hint">{t('own-charity.team-mails-hint')}</p>
          <TextInput
            {...field('largeDonationFrom', t('own-charity.large-donation', { currency: settings.currency }))}
            hint={t('own-charity.large-donation-hint')}
            inputMode="decimal"
            dir="ltr"
          />
          <p>
            <a href="/account/notifications">{t('own-charity.team-mails-own')}</a>
          </p>
        </section>
        <p>
          <button className="button button-primary">{t('own-charity.settings-save')}</button>
        </p>
      </PageForm>
    </div>
  )
}

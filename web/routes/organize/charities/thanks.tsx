import '#web/features/organizers/charity-donors/charity-donors.css'
import { thanksTextMax } from '#modules/organizers/charity-donors/rules/automatic-thanks.ts'
import { type FormField, hidden, text } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForm } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { direction, languageName, type Locale } from '#shared/text.ts'
import { locales } from '#shared/texts/locales.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { Badge } from '#web/ui/small-parts.tsx'
import type { Route } from './+types/thanks'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['organizers/charity-donors', 'recurring/faults']

/** The texts for first donations (`level` empty) or for a level, by language. */
const fields: Readonly<Record<'level' | Locale, FormField<string>>> = {
  level: hidden,
  ...Object.fromEntries(locales.map((locale) => [locale, text(thanksTextMax)])),
}

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, ({ api, params: { organizationId } }) =>
    api('GET /v4/organizations/:organizationId/thank-you-texts', { organizationId }),
  )

export const action = (args: Route.ActionArgs) =>
  submitForm(args, fields, async ({ level = '', ...texts }, { api }) => {
    const { organizationId } = args.params
    await api('PUT /v4/organizations/:organizationId/thank-you-texts', { organizationId, level, texts })
    return '?done=saved'
  })

/** What a charity's donors are mailed automatically after they donate. */
export default function CharityThanks({
  loaderData: { charity, firstDonation, levels },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const ownLocale = useLocale()
  const title = t('own-charity.thanks')
  const formOf = (level: string, saved: Readonly<Record<Locale, string>>) =>
    viewForm(fields, actionData?.values.level === level ? actionData : undefined, saved, {
      prefix: level === '' ? 'first-' : `level-${level}-`,
      first: (level === '' ? 'first-' : `level-${level}-`) + locales[0],
    })
  const first = formOf('', firstDonation)
  const levelForms = levels.map((level) => ({ ...level, form: formOf(level.id, level.texts) }))
  const formFields = (level: string, form: typeof first) => (
    <PageForm className="stack" noValidate>
      <input type="hidden" name="level" value={level} />
      {locales.map((locale) => (
        <TextArea
          key={locale}
          {...form.control(locale)}
          label={t('charity-donors.thanks-in', { language: languageName(locale, ownLocale) })}
          rows={3}
          dir={direction(locale)}
        />
      ))}
      <p>
        <Button>{t('charity-donors.thanks-save')}</Button>
      </p>
    </PageForm>
  )
  return (
    <div className="account-form stack-lg">
      <title>{title}</title>
      <div className="stack">
        <h1>{title}</h1>
        <p className="quiet">{t('charity-donors.thanks-lead', { charity: `\u2068${charity.name}\u2069` })}</p>
        <p className="quiet">{t('charity-donors.thanks-rules')}</p>
        <p className="quiet">{t('charity-donors.thanks-hint')}</p>
      </div>
      <FormResult
        title={title}
        sent={actionData}
        forms={[first, ...levelForms.map(({ form }) => form)]}
        done={{ saved: 'charity-donors.thanks-saved' }}
      />
      <section className="stack" aria-labelledby="first-donation">
        <h2 id="first-donation">{t('charity-donors.thanks-first')}</h2>
        <p className="hint">{t('charity-donors.thanks-first-hint')}</p>
        {formFields('', first)}
      </section>
      <section className="stack" aria-labelledby="levels">
        <h2 id="levels">{t('charity-donors.thanks-levels')}</h2>
        {levelForms.length === 0 ? <p className="quiet">{t('charity-donors.thanks-no-levels')}</p> : null}
        {levelForms.map(({ id, title: level, fundraiser, texts, form }) => (
          <details key={id} className="charity-donors-level" open={form.isRefused}>
            <summary>
              <span>
                <bdi>{level}</bdi>
                <span className="quiet small charity-donors-level-of">
                  <bdi>{fundraiser}</bdi>
                </span>
              </span>
              {Object.keys(texts).length > 0 ? <Badge>{t('charity-donors.thanks-has-text')}</Badge> : null}
            </summary>
            {formFields(id, form)}
          </details>
        ))}
      </section>
    </div>
  )
}

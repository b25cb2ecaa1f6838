import '#web/features/money/gift-aid/gift-aid-claims.css'
import { uploadLimits } from '#modules/platform/media/rules/limits.ts'
import { PaperItem } from '#web/features/money/gift-aid/paper-item.tsx'
import { choice, file, trimmed } from '#web/kit/fields.ts'
import { FormResult } from '#web/kit/form-result.tsx'
import { loadPage } from '#web/kit/load-page.ts'
import { PageForm } from '#web/kit/page-form.tsx'
import { submitForms } from '#web/kit/submit-form.ts'
import { viewForm } from '#web/kit/view-form.ts'
import { useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select, TextInput } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import type { Route } from './+types/gift-aid-paper'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['money/gift-aid-claims']

const scopes = ['later', 'past_and_later'] as const
const done = { entered: 'gift-aid-claims.paper-entered', ended: 'gift-aid-claims.paper-end-done' } as const

export const paperFields = {
  reference: trimmed(20),
  scope: choice(scopes, 'later'),
  declaredOn: trimmed(10),
  firstName: trimmed(60),
  lastName: trimmed(60),
  line1: trimmed(200),
  city: trimmed(100),
  postalCode: trimmed(20),
  file,
}

export const endFields = { declarationId: trimmed(40), from: trimmed(10) }

/** The largest file and its form fields. */
const bytesMax = uploadLimits.bytes + 64 * 1024

export const loader = (args: Route.LoaderArgs) =>
  loadPage(args, ({ api, params }) => api('GET /v4/organizations/:organizationId/gift-aid/paper', params))

export const action = (args: Route.ActionArgs) =>
  submitForms(
    args,
    { enter: paperFields, end: endFields },
    {
      enter: async ({ file: scan, ...entered }, { api }) => {
        const values = { ...args.params, ...entered, fileName: scan.name, file: scan.content }
        await api('POST /v4/organizations/:organizationId/gift-aid/paper', values)
        return '?done=entered'
      },
      end: async (values, { api }) => {
        await api('POST /v4/organizations/:organizationId/gift-aid/paper/:declarationId/end', {
          ...args.params,
          ...values,
        })
        return '?done=ended'
      },
    },
    { bytesMax },
  )

/** The charity's Gift Aid declarations on paper, with the form that enters one (gift-aid-8). */
export default function GiftAidPaper({ loaderData, actionData, params: { organizationId } }: Route.ComponentProps) {
  const t = useText()
  const form = viewForm(paperFields, actionData?.intent === 'enter' ? actionData : undefined, {
    declaredOn: loaderData.today,
  })
  const ending = actionData?.intent === 'end' ? actionData : undefined
  const title = t('gift-aid-claims.paper-title')
  const root = `/organize/charities/${organizationId}/gift-aid`
  return (
    <div className="account-form stack-lg">
      <div className="stack">
        <p>
          <a href={root}>{t('gift-aid-claims.back')}</a>
        </p>
        <h1>{title}</h1>
        <p className="quiet">{t('gift-aid-claims.paper-lead')}</p>
      </div>
      <FormResult title={title} sent={actionData} forms={[form]} done={done} />
      {loaderData.declarations.length === 0 ? (
        <p className="quiet">{t('gift-aid-claims.paper-none')}</p>
      ) : (
        <ul className="gift-aid-claims-signed">
          {loaderData.declarations.map((declaration) => (
            <PaperItem
              key={declaration.id}
              declaration={declaration}
              today={loaderData.today}
              scan={`/v4${root.replace('/organize/charities', '/organizations')}/paper/${declaration.id}/scan`}
              refused={ending?.values.declarationId === declaration.id ? ending : undefined}
            />
          ))}
        </ul>
      )}
      <section className="stack" aria-labelledby="enter">
        <h2 id="enter">{t('gift-aid-claims.paper-enter')}</h2>
        <PageForm encType="multipart/form-data" className="stack" noValidate>
          <TextInput
            {...form.control('reference')}
            label={t('gift-aid-claims.paper-reference')}
            hint={t('gift-aid-claims.paper-reference-hint')}
            required
          />
          <Select {...form.control('scope')} label={t('gift-aid-claims.paper-scope')}>
            {scopes.map((scope) => (
              <option key={scope} value={scope}>
                {t(`gift-aid-claims.paper-scope-${scope}`)}
              </option>
            ))}
          </Select>
          <TextInput
            {...form.control('declaredOn')}
            type="date"
            max={loaderData.today}
            label={t('gift-aid-claims.paper-day')}
            required
          />
          <TextInput {...form.control('firstName')} label={t('gift-aid-claims.paper-first-name')} required />
          <TextInput {...form.control('lastName')} label={t('gift-aid-claims.paper-last-name')} required />
          <TextInput {...form.control('line1')} label={t('gift-aid-claims.paper-line1')} required />
          <TextInput {...form.control('city')} label={t('gift-aid-claims.paper-city')} required />
          <TextInput {...form.control('postalCode')} label={t('gift-aid-claims.paper-postcode')} required />
          <FileInput
            id="file"
            label={t('gift-aid-claims.paper-scan')}
            hint={t('gift-aid-claims.paper-scan-hint')}
            accept="application/pdf,image/jpeg,image/png,image/webp"
            error={form.errorOf('file')}
          />
          <div>
            <Button name="intent" value="enter">
              {t('gift-aid-claims.paper-enter')}
            </Button>
          </div>
        </PageForm>
      </section>
    </div>
  )
}

import type { PaperView } from '#modules/money/gift-aid/contract-paper.ts'
import { isolate } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { PageForm } from '#web/kit/page-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { dayText } from './overview.ts'

type Props = {
  readonly declaration: PaperView
  /** Today in the United Kingdom, in ISO 8601. */
  readonly today: string
  /** The address of the scan. */
  readonly scan: string
  /** The posted form that ends this declaration, if it was refused. */
  readonly refused:
    | {
        readonly values: { readonly from?: string }
        readonly refused?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
      }
    | undefined
}

/** A declaration on paper with its scan, and the form that ends it. */
export function PaperItem({ declaration, today, scan, refused }: Props) {
  const t = useText()
  const locale = useLocale()
  const { id, name, declaredOn, coversFrom, coversUntil } = declaration
  const day = dayText(declaredOn, locale)
  const from = dayText(coversFrom, locale)
  const error = refused?.refused && (refused.refused.fields.from ?? refused.refused.message)
  return (
    <li className="card card-in stack">
      <p>
        <a href={scan} aria-label={t('gift-aid-claims.paper-open', { name: isolate(name) })}>
          <bdi>{name}</bdi>
        </a>
      </p>
      <p className="quiet small">
        {coversUntil === null
          ? t('gift-aid-claims.paper-covers', { day, from })
          : t('gift-aid-claims.paper-covered', { day, from, until: dayText(coversUntil, locale) })}
      </p>
      {coversUntil === null ? (
        <details open={error !== undefined || undefined}>
          <summary>{t('gift-aid-claims.paper-end')}</summary>
          <PageForm className="stack" noValidate>
            <input type="hidden" name="declarationId" value={id} />
            <TextInput
              id={`from-${id}`}
              name="from"
              type="date"
              label={t('gift-aid-claims.paper-end-from')}
              min={today}
              defaultValue={refused?.values.from ?? today}
              error={error}
            />
            <div>
              <Button look="quiet" name="intent" value="end">
                {t('gift-aid-claims.paper-end-button')}
              </Button>
            </div>
          </PageForm>
        </details>
      ) : null}
    </li>
  )
}

import { isolate } from '#shared/text.ts'
import { type ReactNode, useState } from 'react'
import { useFrame, useText } from '#web/lib/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { type EditChoices, SaveOrKeep } from '../edit-parts.tsx'
import { type Plan } from '../plan-text.ts'
import { percentOf, shareOf } from './percent.ts'

const whole = 10_000

/**
 * Form that splits each donation between causes. Added causes are in the URL, so the form works without JavaScript;
 * with JavaScript it also shows the percentage left to assign.
 */
export function CausesForm({
  plan,
  choices,
  fields,
  typed: first,
  common,
}: {
  readonly plan: Plan
  readonly choices: EditChoices
  readonly fields: Readonly<Record<string, string>>
  /** Shares of a rejected change, as typed. */
  readonly typed: Readonly<Record<string, string>>
  readonly common: ReactNode
}) {
  const t = useText()
  const product = useFrame()?.productName ?? ''
  const { added, found, q, isPlatformOffered } = choices
  const causes = [
    ...plan.causes.map(({ campaignId, name, share }) => ({ id: campaignId, name, share })),
    ...added.map((item) => ({ ...item, share: 0 })),
  ]
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(
      causes.flatMap(({ id }) => {
        const share = first[`share.${id}`]
        return share === undefined ? [] : [[id, share]]
      }),
    ),
  )
  const remaining =
    whole - causes.reduce((sum, { id, share }) => sum + (shareOf(typed[id] ?? percentOf(share)) ?? 0), 0)
  const adding = (id: string) =>
    `?${new URLSearchParams([['edit', 'causes'], ...added.map((item) => ['add', item.id]), ['add', id]] as [string, string][])}#edit`
  return (
    <div className="stack-lg">
      {plan.reward?.state === 'reserved' ? (
        <p className="notice small">{t('managing.level-keep-causes', { level: isolate(plan.reward.title) })}</p>
      ) : null}
      {causes.length > 0 ? (
        <form method="post" className="stack account-form" noValidate>
          {common}
          <fieldset className="group stack" id="causes" tabIndex={-1}>
            <legend>{t('managing.shares')}</legend>
            {fields.causes ? <p className="error">{fields.causes}</p> : null}
            {causes.map(({ id, name, share }, index) => (
              <TextInput
                key={id}
                id={`share.${id}`}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                label={<bdi>{name}</bdi>}
                mark="%"
                error={fields[`share.${id}`] ?? fields[`causes.${index}`]}
                defaultValue={first[`share.${id}`] ?? (share === 0 ? '' : percentOf(share))}
                onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
              />
            ))}
            <p className={`no-script-hidden ${remaining === 0 ? 'quiet' : 'strong'}`} role="status">
              {t('managing.unallocated', { percent: percentOf(remaining) })}
            </p>
          </fieldset>
          <SaveOrKeep plan={plan} />
          <div>
            <Button type="submit" look="quiet" name="how" value="evenly">
              {t('managing.evenly')}
            </Button>
          </div>
        </form>
      ) : null}
      <form method="get" action="#edit" className="stack account-form" role="search">
        <input type="hidden" name="edit" value="causes" />
        {added.map(({ id }) => (
          <input key={id} type="hidden" name="add" value={id} />
        ))}
        <TextInput id="q" type="search" label={t('managing.add-cause')} defaultValue={q} maxLength={100} />
        <div>
          <Button type="submit" look="quiet">
            {t('managing.search')}
          </Button>
        </div>
      </form>
      {found ? <FoundCauses found={found} hrefOf={adding} /> : null}
      {isPlatformOffered ? (
        <form method="post">
          {common}
          <input type="hidden" name="how" value="platform" />
          <Button type="submit" look="quiet">
            {t('managing.platform', { product })}
          </Button>
        </form>
      ) : null}
    </div>
  )
}

/** Search results; `hrefOf` returns the form's URL with that cause added. */
function FoundCauses({
  found,
  hrefOf,
}: {
  readonly found: readonly { readonly id: string; readonly name: string }[]
  readonly hrefOf: (id: string) => string
}) {
  const t = useText()
  if (found.length === 0) return <p role="status">{t('managing.search-none')}</p>
  return (
    <ul className="plan-found">
      {found.map(({ id, name }) => (
        <li key={id}>
          <a className="button button-quiet" href={hrefOf(id)} rel="nofollow">
            {t('managing.add-one', { name: isolate(name) })}
          </a>
        </li>
      ))}
    </ul>
  )
}

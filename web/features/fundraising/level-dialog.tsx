import { useState } from 'react'
import type { OwnLevelView } from '#modules/fundraising/contract.ts'
import { api, Refused } from '../../lib/api.ts'
import { useText } from '../../lib/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormIds } from '../../ui/labelled.tsx'
import { fieldsOf, LevelFields, postedLevel } from './level-form.tsx'

/** Adds a level, or changes one, over the list (S1 §2.3). What is refused is said at its field, and logged (S1 §8). */
export function LevelDialog({
  campaignId,
  currency,
  level,
  isOpen,
  onClose,
  onSaved,
}: {
  readonly campaignId: string
  readonly currency: string
  /** Undefined: a new one. */
  readonly level: OwnLevelView | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSaved: (levels: readonly OwnLevelView[]) => void
}) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const save = async (form: FormData) => {
    setBusy(true)
    setRefused(undefined)
    try {
      const { levels } = level
        ? await api('PATCH /v4/campaigns/:campaignId/levels/:levelId', { campaignId, levelId: level.id, ...postedLevel(form) })
        : await api('POST /v4/campaigns/:campaignId/levels', { campaignId, ...postedLevel(form) })
      onSaved(levels)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      console.error('a giving level was not saved', error.code)
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  const hasFields = refused !== undefined && Object.keys(refused.fields).length > 0
  return (
    <Dialog isOpen={isOpen} title={t(level ? 'fundraising.level-edit-title' : 'fundraising.level-add')} closeLabel={t('shell.close')} onClose={onClose}>
      <FormIds value="level-">
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBusy) void save(new FormData(event.currentTarget))
          }}
        >
          {refused ? (
            <p className="notice notice-problem" role="alert">
              {hasFields ? Object.values(refused.fields).join(' ') : refused.message}
            </p>
          ) : null}
          <LevelFields level={level && fieldsOf(level)} taken={level ? level.claimed + level.reserved : 0} currency={currency} wrong={refused?.fields ?? {}} />
          <div className="button-row">
            <Button isBusy={isBusy}>{t('fundraising.level-save')}</Button>
            <Button look="quiet" type="button" onClick={onClose}>
              {t('fundraising.cancel')}
            </Button>
          </div>
        </form>
      </FormIds>
    </Dialog>
  )
}

import { useText } from '#web/lib/text.tsx'
import type { PageSaving } from './use-page-autosave.ts'

/** The draft's save status; if another member changed the same field, the choice between both versions. */
export function SavedState({
  saving,
  onChoose,
}: {
  readonly saving: PageSaving
  readonly onChoose: (choice: 'mine' | 'theirs') => void
}) {
  const t = useText()
  if (saving === 'idle') return <p role="status" />
  if (saving === 'conflict')
    return (
      <div role="alert" className="notice stack">
        <p>{t('pages.conflict')}</p>
        <p className="button-row">
          <button type="button" className="button button-quiet button-small" onClick={() => onChoose('mine')}>
            {t('pages.keep-my-version')}
          </button>
          <button type="button" className="button button-quiet button-small" onClick={() => onChoose('theirs')}>
            {t('pages.take-theirs')}
          </button>
        </p>
      </div>
    )
  if (typeof saving === 'object')
    return (
      <p role="status" className="error-text">
        {t('own-charity.not-saved', { message: saving.message })}
      </p>
    )
  return (
    <p role="status" className="quiet small">
      {saving === 'unsaved' ? t('pages.unsaved') : t(`own-charity.${saving}`)}
    </p>
  )
}

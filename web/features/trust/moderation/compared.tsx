import type { DiffPart } from '#modules/trust/moderation/rules/diff.ts'
import { isZakatCategory } from '#modules/trust/moderation/rules/zakat.ts'
import { type MessageKey, type Translate, useText } from '#web/lib/text.tsx'

export type ComparedText = { readonly name: string; readonly now: string; readonly pieces: readonly DiffPart[] | null }

/** Reviewed texts: alone, or earlier and current ones side by side, with each difference marked and labelled. */
export function ComparedTexts({
  texts,
  language,
}: {
  readonly texts: readonly ComparedText[]
  readonly language: string
}) {
  const t = useText()
  return (
    <>
      {texts.filter(isPresent).map(({ name, now, pieces }) => (
        <section key={name} className="stack desk-compared" aria-labelledby={`text-${name}`}>
          <h3 id={`text-${name}`}>{t(`case.text-${name}` as MessageKey)}</h3>
          {pieces === null || pieces.every(({ kind }) => kind === 'same') ? (
            <>
              <p className="desk-compared-text" lang={language} dir="auto">
                {wordsOf(t, name, now)}
              </p>
              {pieces === null ? null : <p className="quiet small">{t('case.unchanged')}</p>}
            </>
          ) : (
            <div className="desk-compared-sides">
              {(['removed', 'new'] as const).map((side) => (
                <div key={side}>
                  <p className="label">{t(side === 'removed' ? 'case.before' : 'case.now')}</p>
                  <p className="desk-compared-text" lang={language} dir="auto">
                    {pieces.map((piece, index) =>
                      piece.kind === 'same' || piece.kind === side ? (
                        <OnePiece key={index} piece={{ ...piece, text: wordsOf(t, name, piece.text) }} />
                      ) : null,
                    )}
                  </p>
                </div>
              ))}
            </div>
          )}
        </section>
      ))}
    </>
  )
}

/** Returns whether a text is or was present. */
const isPresent = ({ now, pieces }: ComparedText): boolean => now !== '' || (pieces ?? []).length > 0

/** Recipient categories, roles and decisions are stored by key and shown by name. */
function wordsOf(t: Translate, name: string, text: string): string {
  if (name === 'proposal') return t(`case.do-${text}` as MessageKey)
  if (name === 'role-afterwards') return t(`case.role-${text}` as MessageKey)
  if (name !== 'categories') return text
  return text
    .replace(/[a-z]+(-[a-z]+)*/g, (key) => (isZakatCategory(key) ? t(`zakat.${key}`) : key))
    .replaceAll(', ', ' · ')
}

/** A mark isn't only a colour: screen readers announce it. */
function OnePiece({ piece: { kind, text } }: { readonly piece: DiffPart }) {
  const t = useText()
  if (kind === 'same') return <>{text}</>
  const Mark = kind === 'removed' ? 'del' : 'ins'
  return (
    <Mark>
      <span className="visually-hidden">({t(kind === 'removed' ? 'case.removed' : 'case.added')}) </span>
      {text}
    </Mark>
  )
}

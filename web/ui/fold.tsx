import { type ReactNode, useState } from 'react'

/**
 * A part of the form that is one line with its current value on phones, until the donor opens it. Always open on wide
 * screens and without JavaScript. `needsAttention`: it has an error or a question, and is opened.
 */
export function Fold({
  id,
  label,
  value,
  changeLabel,
  needsAttention,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly value: ReactNode
  readonly changeLabel: string
  readonly needsAttention: boolean
  readonly children: ReactNode
}) {
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || needsAttention
  return (
    <div className="fold" data-open={isOpen || undefined}>
      <button
        type="button"
        className="fold-head"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setChosen(!isOpen)}
      >
        <span>{label}</span>
        <span>
          <bdi className="strong num">{value}</bdi> <span className="fold-act">{changeLabel}</span>
        </span>
      </button>
      <div id={id} className="fold-body">
        {children}
      </div>
    </div>
  )
}

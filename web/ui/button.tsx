import type { ButtonHTMLAttributes, ReactNode } from 'react'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  readonly look?: 'primary' | 'quiet' | 'danger'
  readonly isWide?: boolean
  /** Keeps its width, shows a spinner and ignores clicks. */ readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Called on a click while disabled, to say what is missing. */ readonly onDisabledPress?: () => void
  readonly children: ReactNode
}

/** A button. While busy or disabled it stays focusable but does nothing. */
export function Button({
  look = 'primary',
  isWide = false,
  isBusy = false,
  isDisabled = false,
  onDisabledPress,
  children,
  onClick,
  className,
  ...rest
}: Props) {
  const isIdle = !isBusy && !isDisabled
  return (
    <button
      {...rest}
      className={`button button-${look}${isWide ? ' button-wide' : ''}${className ? ` ${className}` : ''}`}
      aria-busy={isBusy || undefined}
      aria-disabled={!isIdle || undefined}
      onClick={(event) => {
        if (isIdle) onClick?.(event)
        else {
          event.preventDefault()
          if (isDisabled && !isBusy) onDisabledPress?.()
        }
      }}
    >
      <span className="button-text">{children}</span>
      {isBusy ? <span className="spinner" aria-hidden="true" /> : null}
    </button>
  )
}

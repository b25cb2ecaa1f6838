import type { ReactNode } from 'react'

export const Badge = ({
  look,
  children,
}: {
  readonly look?: 'zakat' | 'brand' | 'accent'
  readonly children: ReactNode
}) => <span className={`badge${look ? ` badge-${look}` : ''}`}>{children}</span>

/** Placeholder for content that is loading. */
export const Skeleton = ({ block, inline = '100%' }: { readonly block: string; readonly inline?: string }) => (
  <div className="skeleton" style={{ blockSize: block, inlineSize: inline }} aria-hidden="true" />
)

/** An avatar with initials. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span className="avatar" aria-hidden="true">
    {name
      .split(/\s+/)
      .slice(0, 2)
      .map((part) => [...part][0] ?? '')
      .join('')
      .toUpperCase()}
  </span>
)

/** A text with a title in it. In the other direction the title moves to the next line as a whole where both don't fit. */
export function TitleInText({ text, title }: { readonly text: (title: string) => string; readonly title: string }) {
  const [before, after] = text('\n').split('\n')
  return (
    <>
      {before}
      <bdi className="title-in-text">{title}</bdi>
      {after}
    </>
  )
}

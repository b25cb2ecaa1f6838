/** Lines of text, and a link with its own text. */
export type LinkedText = { readonly lines: readonly string[]; readonly link: string; readonly href: string }

/** Quiet lines of text with a link below. */
export const LinkedLines = ({ lines, link, href }: LinkedText) => (
  <div className="quiet small">
    {lines.map((line) => (
      <p key={line}>{line}</p>
    ))}
    <a className="tap-link" href={href}>
      {link}
    </a>
  </div>
)

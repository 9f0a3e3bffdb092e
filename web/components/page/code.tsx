import './code.css'
/** A scrolling block of code. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className="code" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  )
}

/** Text of a machine in a box of its own, in which it scrolls. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className="code" aria-label={label} tabIndex={0}>
      <pre>{text}</pre>
    </section>
  )
}

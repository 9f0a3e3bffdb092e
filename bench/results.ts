import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** The machine on which figures were measured, and how busy it was with other work. */
export function machine() {
  return {
    processor: cpus()[0]?.model.trim(),
    cores: cpus().length,
    gigabytes: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    load: loadavg().map((load) => Number(load.toFixed(1))),
  }
}

/** Writes figures to a file in bench/results/ whose name has the date and what was measured. */
export function keepResults(name: string, found: Record<string, unknown>): void {
  const folder = new URL('results/', import.meta.url)
  const measured = new Date().toISOString()
  mkdirSync(folder, { recursive: true })
  const file = `${measured.slice(0, 10)}-${name}.json`
  writeFileSync(new URL(file, folder), `${JSON.stringify({ measured, machine: machine(), ...found }, undefined, 2)}\n`)
  console.log(`\nKept in bench/results/${file}`)
}

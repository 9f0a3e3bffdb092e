/** A catalog as the build leaves it (`appCatalogs` in messages.ts). */
declare module '*.po' {
  const catalog: Readonly<Record<string, string>>
  export default catalog
}

// What can be chosen for a table, by name: what stands on paper (`a`, `mixed`) is shown to no reader.
import type { Box, Option, Variant } from '../wire';
import type { Words } from '../words';

export interface Named {
  title: string;
  hint: string;
}

export type Options = Record<string, string>;

export const NONE = '-';

export const isYesNo = ({ values }: Option): boolean => values.length === 2 && values.includes('yes');

/** The named way to play that these options make: the one that says most about them. */
export function variantOf(box: Box, options: Options): Variant | undefined {
  const value = (name: string): string | undefined =>
    options[name] ?? box.options.find((option) => option.name === name)?.default;
  const fitting = box.variants.filter(({ options: its }) =>
    Object.entries(its).every(([name, wanted]) => value(name) === wanted),
  );
  const says = ({ options: its }: Variant): number => Object.keys(its).length;
  return fitting.reduce<Variant | undefined>(
    (best, each) => (best && says(best) > says(each) ? best : each),
    undefined,
  );
}

export const variantNamed = ({ name }: Variant, words: Words): Named => ({
  title: words.or(`variant.${name}`, name),
  hint: words.or(`variant.${name}.hint`, ''),
});

export const optionNamed = ({ name }: Option, words: Words): Named => ({
  title: words.or(`option.${name}`, name),
  hint: words.or(`option.${name}.hint`, ''),
});

/** What a value of an option is called, so that it can stand alone. */
export function valueNamed(option: Option, value: string, words: Words): Named {
  const { title, hint } = optionNamed(option, words);
  if (isYesNo(option)) return { title: value === 'yes' ? title : words('set.without', { what: title }), hint };
  if (value === NONE) return { title: words.or(`option.${option.name}.none`, words('value.none')), hint };
  const which = option.values.includes(value) ? value : 'is';
  return {
    title: words.or(`option.${option.name}.${which}`, value, { n: Number(value) }),
    hint: words.or(`option.${option.name}.${which}.hint`, hint),
  };
}

/** How a table is played: its variant, and whatever else is not as it comes out of the box. */
export function named(box: Box, options: Options, words: Words): Named[] {
  const variant = variantOf(box, options);
  const others = box.options.flatMap((option) => {
    const value = options[option.name];
    const isSaid = value === undefined || value === option.default || option.name in (variant?.options ?? {});
    return isSaid ? [] : [valueNamed(option, value, words)];
  });
  return variant ? [variantNamed(variant, words), ...others] : others;
}

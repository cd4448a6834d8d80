import type { MouseEventHandler } from 'react';
import { chooseColorScheme, Icon, icons, styled, useColorScheme, type ColorSchemeChoice } from '@dps/ui';
import { MenuItem } from '@dps/ui/data';
import { frameTexts } from '../texts/frame.ts';

const ICONS = { light: icons.sun, dark: icons.moon, system: icons.monitor } as const satisfies Record<
  ColorSchemeChoice,
  string
>;
const Chosen = styled('span')({ display: 'flex', marginLeft: 'auto', paddingLeft: 16 });

interface Props {
  value: ColorSchemeChoice;
  onChosen: () => void;
}

/** A menu item that selects a color scheme. */
export function ThemeItem({ value, onChosen }: Props) {
  const { choice } = useColorScheme();
  const choose: MouseEventHandler = () => {
    chooseColorScheme(value);
    onChosen();
  };
  return (
    <MenuItem role="menuitemradio" aria-checked={choice === value} onClick={choose}>
      <Icon path={ICONS[value]} />
      {frameTexts.theme[value]}
      <Chosen>{choice === value && <Icon path={icons.check} />}</Chosen>
    </MenuItem>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getMessagePreferences } from '../../contract/messages/preferences.ts';
import { clientSettings } from '../api/client-settings.ts';
import { SwitchField } from '../ui/fields/switch-field.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { toastFailure } from '../ui/toast/toast.ts';
import { canPush, isPushOn } from './choice.ts';
import { refresh, turnOff, turnOn } from './device.ts';
import { type DeviceState, deviceState, isApplePhone, stateText } from './device-state.ts';

/** Turns notifications on or off for this device, or says why they aren't possible (MSG-63). */
export function ThisDevice() {
  const [state, setState] = useState(readState);
  const [isChanging, setIsChanging] = useState(false);
  const cache = useQueryClient();
  // The browser may have lost the subscription since notifications were turned on.
  useEffect(() => void refresh().catch(() => undefined), []);
  const change = async (isOn: boolean) => {
    setIsChanging(true);
    try {
      // This call comes first, because browsers ask only right after a press.
      if (!isOn) await turnOff();
      else if ((await Notification.requestPermission()) === 'granted') await turnOn();
    } catch (error) {
      toastFailure(error, "We couldn't change notifications on this device. Please try again.", 'Not Changed');
    }
    setState(readState());
    setIsChanging(false);
    // The preferences include whether any device shows notifications.
    void cache.invalidateQueries({ queryKey: [getMessagePreferences.path] });
  };
  const text = stateText(state, clientSettings.brandName);
  const canSwitch = state === 'on' || state === 'off';
  return (
    <TitledCard id="settings-this-device" title="This device" {...(canSwitch && { className: 'pb-2 sm:pb-3' })}>
      {canSwitch ? (
        <SwitchField
          label="Notifications on this device"
          hint={text}
          checked={isChanging ? state === 'off' : state === 'on'}
          onToggle={(isOn) => !isChanging && void change(isOn)}
          className="mt-1"
        />
      ) : (
        <p className="mt-1 text-pretty text-soft">{text}</p>
      )}
    </TitledCard>
  );
}

function readState(): DeviceState {
  return deviceState({
    canPush: canPush(),
    isSafariTab: isApplePhone(navigator.userAgent, navigator.maxTouchPoints) && !isInstalled(),
    permission: 'Notification' in window ? Notification.permission : 'denied',
    isChosen: isPushOn(),
  });
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

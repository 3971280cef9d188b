# Counts instructions by valgrind's callgrind: for scripts that run `ratios`, whose path is in $ratios.

count() { # kernel input: prints instructions by hand and by finch
    profile=$(mktemp)
    valgrind -q --tool=callgrind --callgrind-out-file="$profile" "$ratios" --once "$1" "$2" --impl all --reps 1 >/dev/null 2>&1
    # The cost of a call stands on the line behind it.
    awk '
        /^c?fn=/ {
            id = $0; sub(/^c?fn=/, "", id); sub(/ .*/, "", id)
            if (index($0, "measured_hand")) hand = id
            if (index($0, "measured_finch")) finch = id
            if ($0 ~ /^cfn=/) callee = id
        }
        called { if (callee == hand) by_hand += $2; if (callee == finch) by_finch += $2; called = 0 }
        /^calls=/ { called = 1 }
        END { print by_hand, by_finch }
    ' "$profile"
    rm -f "$profile"
}
